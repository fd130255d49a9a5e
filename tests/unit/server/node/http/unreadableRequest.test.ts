import { expect, test } from 'vitest';
import { DecodeError } from '$lib/api/http/errors';
import { unreadableByDaemon, unreadableReason } from '$lib/server/node/http/unreadableRequest';

const unreadable = (path: string, field: string) =>
  new DecodeError({ method: 'GET', path }, 'query', field, 'no number');

const NUMBER = { reason: 'no number' };
test.each<[path: string, field: string, code: string, data: object]>([
  ['/daemon/settings', 'maxdownloadspeed', 'daemon/download-speed-unreadable', NUMBER],
  ['/renter', 'maxuploadspeed', 'daemon/upload-speed-unreadable', NUMBER],
  ['/consensus/blocks', 'height', 'consensus/height-unreadable', {}],
  ['/consensus/blocks', 'id', 'consensus/block-id-unreadable', {}],
  ['/consensus/validate/transactionset', '', 'validation/set-unreadable', NUMBER],
  ['/consensus/validate/transactionset', '0.fee', 'validation/set-unreadable', { reason: '0.fee: no number' }],
  ['/gateway/blocklist', 'addresses', 'gateway/blocklist-unreadable', { reason: 'addresses: no number' }],
  ['/host', 'maxduration', 'host/setting-unreadable', NUMBER],
  ['/host/estimatescore', 'collateral', 'host/setting-unreadable', NUMBER],
  ['/host/contracts/:id', 'id', 'host/contract-id-unreadable', NUMBER],
  ['/hostdb/active', 'numhosts', 'hostdb/count-unreadable', NUMBER],
  ['/hostdb/filtermode', 'filtermode', 'hostdb/filter-mode-unreadable', NUMBER],
  ['/hostdb/filtermode', 'hosts', 'hostdb/filter-unreadable', { reason: 'hosts: no number' }],
  ['/renter', 'funds', 'renter/funds-unreadable', {}],
  ['/renter', 'expectedredundancy', 'renter/redundancy-unreadable', NUMBER],
  ['/renter', 'hosts', 'renter/hosts-unreadable', NUMBER],
  ['/renter', 'period', 'renter/period-unreadable', NUMBER],
  ['/renter', 'renewwindow', 'renter/renew-window-unreadable', NUMBER],
  ['/renter', 'expectedstorage', 'renter/storage-unreadable', NUMBER],
  ['/renter', 'expectedupload', 'renter/upload-unreadable', NUMBER],
  ['/renter', 'expecteddownload', 'renter/download-unreadable', NUMBER],
  ['/renter', 'checkforipviolation', 'renter/subnet-check-unreadable', NUMBER],
  ['/renter', 'toString', 'renter/number-unreadable', { parameter: 'toString', ...NUMBER }],
  ['/renter/bubble', 'force', 'renter/choice-unreadable', { parameter: 'force', ...NUMBER }],
  ['/renter/contract/cancel', 'id', 'renter/contract-id-unreadable', NUMBER],
  ['/renter/contracts', 'expired', 'renter/filter-unreadable', { parameter: 'expired', ...NUMBER }]
])('%s with an unreadable %s', (path, field, code, data) => {
  expect(unreadableByDaemon(unreadable(path, field))).toMatchObject({ code, data });
});

test.each<[path: string, text: string]>([
  ['/miner/header', 'field: no number'],
  ['/host/storage/folders/add', 'no number'],
  ['/renter/backup', 'no number'],
  ['/renter/recoverbackup', 'no number'],
  ['/renter/backups/create', 'no number'],
  ['/renter/backups/restore', 'no number'],
  ['/renter/backups', 'field: no number'],
  ['/v2/renter/backup', 'field: no number']
])('%s has no specific code and responds with the reason', (path, text) => {
  expect(unreadableByDaemon(unreadable(path, 'field'))).toBeUndefined();
  expect(unreadableReason(unreadable(path, 'field'))).toBe(text);
});
