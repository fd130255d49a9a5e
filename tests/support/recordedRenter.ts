import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { createHostdbClient } from '$lib/api/daemon/hostdb';
import { createRenterClient } from '$lib/api/daemon/renter';
import { hastings, HASTINGS_PER_COIN } from '$lib/chain/currency/currency';
import { mine, type OpenNode } from './node';
import type { Corresponding } from './playRecorded';
import { temporaryFolder } from './temporary';

const BLOCKS_FOR_CONTRACTS = 3;

/**
 * What has to be on a node what it was on the recorded one, by exchange of the renter and the host database: a host, a
 * contract, a backup. Closing deletes the backup.
 */
export function renterPreparations(open: () => OpenNode): {
  readonly preparations: Readonly<Record<string, () => Promise<Corresponding>>>;
  close(): void;
} {
  const root = temporaryFolder('recorded');
  const renter = () => createRenterClient(open().transport);

  /** There is a contract, and the allowance is as it was: not set. */
  async function contractId(): Promise<string> {
    if ((await renter().contracts()).contracts.length === 0) {
      const funds = hastings(1000n * HASTINGS_PER_COIN);
      await renter().configure({ body: { funds, period: 1000n, hosts: 2n } });
      await mine(open(), BLOCKS_FOR_CONTRACTS);
      await renter().cancelAllowance();
    }
    return (await renter().contracts()).contracts[0]!.id;
  }

  return {
    preparations: {
      'hostdb.host': async () => {
        const { hosts } = await createHostdbClient(open().transport).all();
        return { url: (url) => new URL(`/hostdb/hosts/${hosts[0]!.publicKey}`, url) };
      },
      'renter.contract_cancel': async () => ({ body: `id=${await contractId()}` }),
      'renter.recoverbackup': async () => {
        const path = join(root, 'backup.bak');
        await renter().backup({ body: { destination: path } });
        return { body: new URLSearchParams({ source: path }).toString() };
      }
    },
    close: () => rmSync(root, { recursive: true, force: true })
  };
}
