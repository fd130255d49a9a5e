import { describe, expect, test } from 'vitest';
import { committedEndpoints, endpointRows, renderEndpoints } from '../../scripts/endpoints';

/** Every endpoint of the daemon's API documentation, as spelled there. */
const DOCUMENTED = [
  'GET /consensus',
  'GET /consensus/blocks',
  'GET /consensus/subscribe/:id',
  'POST /consensus/validate/transactionset',
  'GET /daemon/alerts',
  'GET /daemon/constants',
  'GET /daemon/settings',
  'POST /daemon/settings',
  'GET /daemon/stack',
  'GET /daemon/stop',
  'GET /daemon/update',
  'POST /daemon/update',
  'GET /daemon/version',
  'GET /gateway',
  'POST /gateway',
  'GET /gateway/bandwidth',
  'POST /gateway/connect/:netaddress',
  'POST /gateway/disconnect/:netaddress',
  'GET /gateway/blocklist',
  'POST /gateway/blocklist',
  'GET /host',
  'GET /host/bandwidth',
  'POST /host',
  'POST /host/announce',
  'GET /host/contracts',
  'GET /host/contracts/id',
  'GET /host/storage',
  'POST /host/storage/folders/add',
  'POST /host/storage/folders/remove',
  'POST /host/storage/folders/resize',
  'POST /host/storage/sectors/delete/:merkleroot',
  'GET /host/estimatescore',
  'GET /hostdb',
  'GET /hostdb/active',
  'GET /hostdb/all',
  'GET /hostdb/hosts/:pubkey',
  'GET /hostdb/filtermode',
  'POST /hostdb/filtermode',
  'GET /miner',
  'GET /miner/start',
  'GET /miner/stop',
  'POST /miner/block',
  'GET /miner/header',
  'POST /miner/header',
  'GET /renter',
  'POST /renter',
  'POST /renter/allowance/cancel',
  'POST /renter/bubble',
  'POST /renter/clean',
  'POST /renter/contract/cancel',
  'POST /renter/backup',
  'POST /renter/recoverbackup',
  'POST /renter/uploadedbackups',
  'GET /renter/contracts'
];

/** A fixed path in the documentation; real daemons expect the id in its place. */
const AS_WE_WRITE_IT: Readonly<Record<string, string>> = { 'GET /host/contracts/id': 'GET /host/contracts/:id' };

/** What real daemons have instead of `POST /renter/uploadedbackups`, which they do not implement. */
const BEYOND_THE_DOCUMENT = ['GET /renter/backups', 'POST /renter/backups/create', 'POST /renter/backups/restore'];

const rows = endpointRows();

describe('the endpoints of the node daemon', () => {
  test('match its documentation', () => {
    const expected = [...DOCUMENTED.map((endpoint) => AS_WE_WRITE_IT[endpoint] ?? endpoint), ...BEYOND_THE_DOCUMENT];
    expect(rows.map(({ endpoint }) => endpoint).sort()).toEqual(expected.sort());
  });

  test.each(rows.map((row) => [row.endpoint, row] as const))('%s has a page, a handler and a test', (_, row) => {
    expect(row.pages).not.toEqual([]);
    expect(row.handler).toMatch(/^src\/lib\/server\/node\//);
    expect(row.tests).not.toEqual([]);
  });

  test('match the generated page in docs', async () => {
    expect(committedEndpoints()).toBe(await renderEndpoints(rows));
  });
});
