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
 * Sets up on a node what the recorded renter and host database had, by exchange: a host, a contract, a backup. Closing
 * deletes the backup.
 */
export function renterPreparations(open: () => OpenNode): {
  readonly preparations: Readonly<Record<string, () => Promise<Corresponding>>>;
  close(): void;
} {
  const root = temporaryFolder('recorded');
  const renter = () => createRenterClient(open().transport);

  /** Ensures that there is a contract, with the allowance unset as in the recording. */
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
