import type { DecodeError } from '$lib/api/http/errors';
import { refusal, type Refusal, type ServiceErrorCode } from '../errors';

/** Parameters with a specific error in daemons; others use the route's error. */
const RENTER_SETTINGS = {
  expectedredundancy: 'renter/redundancy-unreadable',
  hosts: 'renter/hosts-unreadable',
  period: 'renter/period-unreadable',
  renewwindow: 'renter/renew-window-unreadable',
  expectedstorage: 'renter/storage-unreadable',
  expectedupload: 'renter/upload-unreadable',
  expecteddownload: 'renter/download-unreadable',
  checkforipviolation: 'renter/subnet-check-unreadable'
} as const satisfies Record<string, ServiceErrorCode>;
const isOwnSetting = (field: string): field is keyof typeof RENTER_SETTINGS => Object.hasOwn(RENTER_SETTINGS, field);

/** The daemon's error for an undecodable request; undefined where it responds with the reason only. */
export function unreadableByDaemon({ exchange, field, reason }: DecodeError): Refusal | undefined {
  const named = fieldAndReason(field, reason);
  if (field === 'maxdownloadspeed') return refusal('daemon/download-speed-unreadable', { reason });
  if (field === 'maxuploadspeed') return refusal('daemon/upload-speed-unreadable', { reason });
  switch (exchange.path) {
    case '/consensus/blocks':
      return refusal(field === 'height' ? 'consensus/height-unreadable' : 'consensus/block-id-unreadable');
    case '/consensus/validate/transactionset':
      return refusal('validation/set-unreadable', { reason: named });
    case '/gateway/blocklist':
      return refusal('gateway/blocklist-unreadable', { reason: named });
    case '/host':
    case '/host/estimatescore':
      return refusal('host/setting-unreadable', { reason });
    case '/host/contracts/:id':
      return refusal('host/contract-id-unreadable', { reason });
    case '/hostdb/active':
      return refusal('hostdb/count-unreadable', { reason });
    case '/hostdb/filtermode':
      return field === 'filtermode'
        ? refusal('hostdb/filter-mode-unreadable', { reason })
        : refusal('hostdb/filter-unreadable', { reason: named });
    case '/renter':
      return unreadableSetting(field, reason);
    case '/renter/bubble':
      return refusal('renter/choice-unreadable', { parameter: field, reason });
    case '/renter/contract/cancel':
      return refusal('renter/contract-id-unreadable', { reason });
    case '/renter/contracts':
      return refusal('renter/filter-unreadable', { parameter: field, reason });
    default:
      return undefined;
  }
}

function unreadableSetting(field: string, reason: string): Refusal {
  if (field === 'funds') return refusal('renter/funds-unreadable');
  if (isOwnSetting(field)) return refusal(RENTER_SETTINGS[field], { reason });
  return refusal('renter/number-unreadable', { parameter: field, reason });
}

/** Routes that respond with the reason alone, because the schema's text is the daemon's own. */
const REASON_ONLY = /^\/(?:host\/storage\/|renter\/(?:backups\/|(?:backup|recoverbackup)$))/;

/** The daemon's text for a request for which {@link unreadableByDaemon} has no error. */
export const unreadableReason = ({ exchange, field, reason }: DecodeError): string =>
  REASON_ONLY.test(exchange.path) ? reason : fieldAndReason(field, reason);

const fieldAndReason = (field: string, reason: string): string => (field === '' ? reason : `${field}: ${reason}`);
