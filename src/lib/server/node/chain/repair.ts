import { existsSync, renameSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { v2Block } from '$lib/chain/block/blockLayout';
import { blockId, type Block } from '$lib/chain/block/block';
import { blockHeaderOf } from '$lib/chain/block/commitment';
import { chainState } from '$lib/chain/block/stateLayout';
import type { Network } from '$lib/chain/network/network';
import { unixSeconds, type UnixSeconds } from '$lib/chain/time';
import { decode } from '$lib/codec/layout';
import { childHeight } from '$lib/consensus/state';
import { verifyCheckpoint, type Checkpoint } from '$lib/peers/sync/checkpoint';
import { AppError } from '$lib/errors';
import type { NetworkPreset } from '../network/presets';
import type { SignatureChecker } from '../signatures/signatureChecker';
import { NotStoredError, sqliteCode } from '../store/sqliteError';
import { ChainStore } from '../store/store';
import { ChainManager } from './chainManager';
import { readingChain } from './quickCheck';
import { GENESIS_TIMESTAMP, startAtCheckpoint } from './startAtCheckpoint';

/** Result of repairing a damaged file. */
export interface RepairOutcome {
  /** Tip height of the rebuilt chain. */
  readonly height: number;
  /** Recovered blocks, side branches included. */
  readonly kept: number;
  /** Stored blocks that could not be recovered: undecodable, invalid, or without their parent. */
  readonly lost: number;
}

/** The result for the terminal. */
export const repairReport = ({ height, kept, lost }: RepairOutcome): string =>
  `the chain file was rebuilt to height ${height}. Blocks kept: ${kept}, lost: ${lost}. The damaged file is kept with the suffix .damaged.`;

/** A pruned chain cannot be rebuilt: its older blocks are missing. */
export class PrunedChainError extends AppError {
  readonly code = 'node/pruned-chain';
  constructor() {
    super('older blocks of the chain were pruned, so it cannot be rebuilt. Start once with --reset to sync it again.');
  }
}

/** Tables that cannot be derived from blocks; their readable rows are copied. */
const UNDERIVED_TABLES = ['settings', 'mined', 'wallets', 'wallet_addresses'] as const;

/** The rows of a query that SQLite can still read. */
function* readableRows(database: DatabaseSync, query: string): Generator<Record<string, unknown>> {
  try {
    for (const row of database.prepare(query).iterate()) yield row as Record<string, unknown>;
  } catch {
    // The remaining rows are on damaged pages.
  }
}

/**
 * The blocks of a file, parents before children; undefined for each that cannot be decoded. Those of one height are in
 * insertion order, which decides between branches of equal work; a block that was stored again comes after its children
 * in that order.
 */
function* blocksIn(database: DatabaseSync): Generator<Block | undefined> {
  const places = [...readableRows(database, 'SELECT seq, height FROM blocks ORDER BY seq')];
  const readBody = database.prepare('SELECT body FROM blocks WHERE seq = ?');
  for (const { seq } of places.sort((a, b) => Number(a.height) - Number(b.height))) {
    try {
      yield decode(v2Block, readBody.get(seq as number)!.body as Uint8Array);
    } catch {
      yield undefined;
    }
  }
}

/** Genesis timestamp of the chain in a file; undefined if unreadable. */
export function genesisTimestampOf(path: string): UnixSeconds | undefined {
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    const [setting] = readableRows(database, `SELECT value FROM settings WHERE key = '${GENESIS_TIMESTAMP}'`);
    if (setting !== undefined) return unixSeconds(Number(setting.value));
    return blocksIn(database).next().value?.timestamp;
  } finally {
    database.close();
  }
}

const hasPrunedBlocks = (database: DatabaseSync): boolean =>
  [...readableRows(database, 'SELECT seq FROM blocks WHERE body IS NULL LIMIT 1')].length > 0;

/**
 * The checkpoint that the chain in a file begins with; undefined if it begins with genesis.
 * @throws {DamagedChainError} the checkpoint is unreadable
 */
function checkpointIn(database: DatabaseSync, network: Network): Checkpoint | undefined {
  const query = 'SELECT parent_state, body FROM checkpoint JOIN blocks USING (id)';
  const [row] = readableRows(database, query);
  if (row === undefined) return undefined;
  return readingChain(() => {
    const block = decode(v2Block, row.body as Uint8Array);
    const state = decode(chainState, row.parent_state as Uint8Array);
    const index = { height: childHeight(state), id: blockId(blockHeaderOf(block)) };
    return verifyCheckpoint(network, index, { block, state });
  });
}

/** The name of the new file until it is complete. */
const repairedName = (path: string): string => `${path}.repair`;

/** The new file could not be written, which says nothing about the block. */
const isOfStore = (error: unknown): boolean => error instanceof NotStoredError || sqliteCode(error) !== undefined;

/**
 * Rebuilds a chain file from its blocks, with full validation. The damaged file is kept with the suffix `.damaged`; if
 * the rebuild fails, it stays in place.
 * @param path must not be open in any process
 * @throws {PrunedChainError | NotStoredError}
 */
export async function repairChain(
  path: string,
  preset: NetworkPreset,
  { clock, signatures }: { readonly clock: () => number; readonly signatures: SignatureChecker }
): Promise<RepairOutcome> {
  const fresh = repairedName(path);
  removeDatabase(fresh);
  const damaged = new DatabaseSync(path);
  const store = new ChainStore(fresh);
  let outcome: RepairOutcome | undefined;
  try {
    if (hasPrunedBlocks(damaged)) throw new PrunedChainError();
    const checkpoint = checkpointIn(damaged, preset.network);
    if (checkpoint !== undefined) startAtCheckpoint(store, checkpoint, preset.genesis.timestamp);
    const chain = new ChainManager({ store, ...preset, clock, signatures });
    const counts = await copyBlocks(damaged, chain);
    for (const table of UNDERIVED_TABLES) copyRows(damaged, store.database, table);
    outcome = { height: chain.tip.height, ...counts };
  } finally {
    store.close();
    damaged.close();
    if (outcome === undefined) removeDatabase(fresh);
  }
  removeDatabase(`${path}.damaged`);
  replaceDamaged(path);
  return outcome;
}

/** Adds the blocks of the file that are readable and valid. @throws errors of the new file */
async function copyBlocks(from: DatabaseSync, chain: ChainManager): Promise<Pick<RepairOutcome, 'kept' | 'lost'>> {
  let [kept, lost] = [0, 0];
  for (const block of blocksIn(from)) {
    if (block !== undefined && (await isAdded(chain, block))) kept++;
    else lost++;
  }
  return { kept, lost };
}

/** Adds a block if it is valid. @returns whether it was added @throws errors of the new file */
async function isAdded(chain: ChainManager, block: Block): Promise<boolean> {
  try {
    await chain.addBlock(block);
    return true;
  } catch (error) {
    if (isOfStore(error)) throw error;
    return false;
  }
}

/** Copies the rows of a table that are readable. */
function copyRows(from: DatabaseSync, to: DatabaseSync, table: (typeof UNDERIVED_TABLES)[number]): void {
  for (const row of readableRows(from, `SELECT * FROM ${table}`)) {
    const names = Object.keys(row);
    to.prepare(`INSERT OR REPLACE INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`).run(
      ...(Object.values(row) as (string | number | Uint8Array)[])
    );
  }
}

/** Completes a repair that was killed after moving the damaged file away and before moving the new one into place. */
export function finishRepair(path: string): void {
  if (!existsSync(path) && existsSync(repairedName(path))) replaceDamaged(path);
}

/** The log goes with its file: SQLite would write that of the damaged file into the new one. */
function replaceDamaged(path: string): void {
  for (const suffix of ['', '-wal', '-shm']) moveIfPresent(`${path}${suffix}`, `${path}.damaged${suffix}`);
  renameSync(repairedName(path), path);
}

/** Removes the incomplete file of a repair that was killed. */
export function forgetRepair(path: string): void {
  removeDatabase(repairedName(path));
}

function removeDatabase(path: string): void {
  for (const suffix of ['', '-wal', '-shm']) rmSync(`${path}${suffix}`, { force: true });
}

function moveIfPresent(from: string, to: string): void {
  if (existsSync(from)) renameSync(from, to);
}
