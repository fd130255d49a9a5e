import { renameSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { v2Block } from '$lib/chain/block/blockLayout';
import type { Block } from '$lib/chain/block/block';
import { decode } from '$lib/codec/layout';
import type { NetworkPreset } from '../network/presets';
import type { SignatureChecker } from '../signatures/signatureChecker';
import { ChainStore } from '../store/store';
import { ChainManager } from './chainManager';

/** What became of the blocks of a damaged file. */
export interface RepairOutcome {
  /** Height of the best chain that could be rebuilt. */
  readonly height: number;
  /** Blocks that were valid, on the best chain or off it. */
  readonly kept: number;
  /** Rows that hold no block, or one that no longer follows from what is there. */
  readonly lost: number;
}

/** Tables that no block tells of; those that can be read are taken over. */
const ENTERED = ['settings', 'mined', 'wallets', 'wallet_addresses'] as const;

/** Every row of a table that SQLite can still read. */
function* readable(database: DatabaseSync, query: string): Generator<Record<string, unknown>> {
  try {
    for (const row of database.prepare(query).iterate()) yield row as Record<string, unknown>;
  } catch {
    // The rest of it lies on pages that are gone.
  }
}

/** The blocks of a file in the order they came, those that still decode. */
function* blocksIn(database: DatabaseSync): Generator<Block | undefined> {
  for (const { body } of readable(database, 'SELECT body FROM blocks ORDER BY seq')) {
    try {
      yield decode(v2Block, body as Uint8Array);
    } catch {
      yield undefined;
    }
  }
}

/** The genesis block of a file; undefined where it cannot be read. */
export function genesisIn(path: string): Block | undefined {
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    return blocksIn(database).next().value ?? undefined;
  } finally {
    database.close();
  }
}

/**
 * Rebuilds a chain's file from the blocks in it: each is validated as if it came from a stranger. The damaged file stays
 * beside the new one, ending in `.damaged`.
 * @param path of a file that no process has open
 */
export async function repairChain(
  path: string,
  preset: NetworkPreset,
  { clock, signatures }: { readonly clock: () => number; readonly signatures: SignatureChecker }
): Promise<RepairOutcome> {
  const fresh = `${path}.repair`;
  removeDatabase(fresh);
  const damaged = new DatabaseSync(path);
  const store = new ChainStore(fresh);
  let [kept, lost] = [0, 0];
  let height = 0;
  try {
    const chain = new ChainManager({ store, ...preset, clock, signatures });
    for (const block of blocksIn(damaged)) {
      try {
        if (block === undefined) lost++;
        else {
          await chain.addBlock(block);
          kept++;
        }
      } catch {
        lost++;
      }
    }
    for (const table of ENTERED) {
      for (const row of readable(damaged, `SELECT * FROM ${table}`)) {
        const names = Object.keys(row);
        store.database
          .prepare(`INSERT OR REPLACE INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`)
          .run(...(Object.values(row) as (string | number | Uint8Array)[]));
      }
    }
    ({ height } = chain.tip);
  } finally {
    store.close();
    damaged.close();
  }
  removeDatabase(`${path}.damaged`);
  for (const suffix of ['', '-wal', '-shm']) moveIfThere(`${path}${suffix}`, `${path}.damaged${suffix}`);
  renameSync(fresh, path);
  return { height, kept, lost };
}

function removeDatabase(path: string): void {
  for (const suffix of ['', '-wal', '-shm']) rmSync(`${path}${suffix}`, { force: true });
}

function moveIfThere(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  }
}
