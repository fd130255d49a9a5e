import type { Allowance } from '$lib/api/daemon/shapes/allowance';
import type { renterRoutes } from '$lib/api/daemon/renter';
import type { RequestOf } from '$lib/api/http/route';
import { negativeSpeed } from '../daemon/speedLimits';
import { refusal } from '../errors';
import { DEFAULT_ALLOWANCE, NO_PRICE_LIMITS } from './allowance';
import type { RenterSettings, RenterState } from './state';

/** A network's minimum values for allowances. */
export interface AllowanceLimits {
  readonly hosts: bigint;
  readonly renewWindow: bigint;
}

/** The main network and its test networks. */
export const STANDARD_LIMITS: AllowanceLimits = { hosts: 20n, renewWindow: 288n };
/** Development networks. */
export const DEVELOPMENT_LIMITS: AllowanceLimits = { hosts: 1n, renewWindow: 1n };

type Given = RequestOf<typeof renterRoutes.configure>['body'];

/** The changes of `POST /renter`. */
export interface RenterChanges {
  /** Funds and period are both zero. */
  readonly cancelsAllowance: boolean;
  readonly settings: Partial<RenterSettings>;
}

/**
 * Decodes and validates the changes of `POST /renter` as a whole.
 * @throws {Refusal} anything is invalid; then nothing may be changed
 */
export function readChanges(given: Given, state: RenterState, limits: AllowanceLimits): RenterChanges {
  const { maxdownloadspeed, maxuploadspeed, streamcachesize, checkforipviolation } = given;
  const negative = negativeSpeed(given);
  if (negative !== undefined) throw refusal('renter/speed-negative').about(negative);
  const cancelsAllowance = given.funds === 0n && given.period === 0n;
  const allowance = cancelsAllowance ? undefined : readAllowance(given, state.allowance, limits);
  const settings = {
    ...(allowance && { allowance }),
    ...(maxdownloadspeed !== undefined && { maxDownloadSpeed: maxdownloadspeed }),
    ...(maxuploadspeed !== undefined && { maxUploadSpeed: maxuploadspeed }),
    ...(streamcachesize !== undefined && { streamCacheSize: streamcachesize }),
    ...(checkforipviolation !== undefined && { checkIpViolation: checkforipviolation })
  };
  return { cancelsAllowance, settings };
}

/** Undefined when the request has no allowance field. */
function readAllowance(given: Given, current: Allowance | undefined, limits: AllowanceLimits): Allowance | undefined {
  const changes: Partial<Allowance> = defined({
    funds: given.funds,
    hosts: given.hosts,
    period: given.period,
    renewWindow: given.renewwindow,
    expectedStorage: given.expectedstorage,
    expectedUpload: given.expectedupload,
    expectedDownload: given.expecteddownload,
    expectedRedundancy: given.expectedredundancy,
    maxPeriodChurn: given.maxperiodchurn,
    maxRpcPrice: given.maxrpcprice,
    maxContractPrice: given.maxcontractprice,
    maxDownloadBandwidthPrice: given.maxdownloadbandwidthprice,
    maxSectorAccessPrice: given.maxsectoraccessprice,
    maxStoragePrice: given.maxstorageprice,
    maxUploadBandwidthPrice: given.maxuploadbandwidthprice
  });
  if (Object.keys(changes).length === 0) return undefined;
  if (current === undefined) {
    if (changes.funds === undefined) throw refusal('renter/funds-missing').about('funds');
    if (changes.period === undefined) throw refusal('renter/period-missing').about('period');
  }
  const halfPeriod = (changes.period ?? 0n) / 2n;
  const usual = {
    ...DEFAULT_ALLOWANCE,
    ...NO_PRICE_LIMITS,
    renewWindow: halfPeriod > limits.renewWindow ? halfPeriod : limits.renewWindow
  };
  const allowance = { ...(current ?? usual), ...changes };
  requireNonZero(allowance);
  if (given.maxperiodchurn === 0n) throw refusal('renter/churn-zero').about('maxperiodchurn');
  if (allowance.hosts < limits.hosts) {
    throw refusal('renter/too-few-hosts', { least: limits.hosts, given: allowance.hosts }).about('hosts');
  }
  if (allowance.renewWindow < limits.renewWindow) {
    throw refusal('renter/renew-window-too-short', { least: limits.renewWindow, given: allowance.renewWindow }).about(
      'renewwindow'
    );
  }
  return allowance;
}

function requireNonZero(allowance: Allowance): void {
  const codes = {
    // As if they were not given.
    funds: 'renter/funds-missing',
    period: 'renter/period-missing',
    hosts: 'renter/hosts-zero',
    renewWindow: 'renter/renew-window-zero',
    expectedStorage: 'renter/storage-zero',
    expectedUpload: 'renter/upload-zero',
    expectedDownload: 'renter/download-zero',
    expectedRedundancy: 'renter/redundancy-zero'
  } as const;
  for (const [field, code] of Object.entries(codes)) {
    if (!(allowance[field as keyof typeof codes] > 0)) throw refusal(code).about(field.toLowerCase());
  }
}

const defined = <T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;
