import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  backUpToHosts,
  createRenterClient,
  listUploadedBackups,
  restoreFromHosts,
  type RenterClient
} from '$lib/api/daemon/renter';
import { hastings, HASTINGS_PER_COIN } from '$lib/chain/currency/currency';
import { mine, openNode, type OpenNode } from '../support/node';

let open: OpenNode;
let renter: RenterClient;
beforeEach(async () => {
  open = await openNode();
  renter = createRenterClient(open.transport);
});
afterEach(() => open.node.close());

describe('backups on hosts', () => {
  test('require contracts with hosts', async () => {
    await expect(renter.createBackup({ body: { name: 'sunday' } })).rejects.toMatchObject({
      status: 400,
      serverMessage: expect.stringMatching(/^failed to upload backup: /)
    });
  });

  test('are created, listed in both forms, and restored', async () => {
    const funds = hastings(1000n * HASTINGS_PER_COIN);
    await renter.configure({ body: { funds, period: 1000n, hosts: 3n } });
    await mine(open, 4);
    await backUpToHosts(renter, 'sunday');
    const [backup, ...others] = await listUploadedBackups(renter);
    expect(others).toEqual([]);
    expect(backup).toMatchObject({ name: 'sunday' });
    expect(backup!.size).toBeGreaterThan(0n);
    expect((await renter.uploadedBackups()).map(({ name, size }) => [name, size])).toEqual([['sunday', backup!.size]]);

    await restoreFromHosts(renter, 'sunday');
    await renter.restoreBackup({ body: { name: 'sunday' } });
    await expect(renter.restoreBackup({ body: { name: 'monday' } })).rejects.toMatchObject({
      status: 400,
      serverMessage: 'failed to load backup: there is no backup named monday'
    });
  });
});
