import { blockId } from '$lib/chain/block/block';
import { blockHeaderOf } from '$lib/chain/block/commitment';
import { chainState } from '$lib/chain/block/stateLayout';
import type { Network } from '$lib/chain/network/network';
import { equalBytes } from '$lib/codec/bytes';
import { CodecError } from '$lib/codec/errors';
import { encode } from '$lib/codec/layout';
import { applyBlock } from '$lib/consensus/apply/applyBlock';
import { EMPTY_SUPPLEMENT } from '$lib/consensus/apply/supplement';
import { AppError } from '$lib/errors';
import { isDamage, sqliteCode } from '../store/sqliteError';
import type { ChainStore } from '../store/store';
import { ancestorTimestamp } from './ancestors';

/** The chain file is corrupt. */
export class DamagedChainError extends AppError {
  readonly code = 'node/damaged-chain';
  constructor(
    readonly problem: string,
    options?: { cause?: unknown }
  ) {
    super(
      `the chain file is damaged: ${problem}. Start once with --repair to rebuild it from its blocks, or with --reset to start a new chain.`,
      options
    );
  }
}

/** Number of blocks below the tip whose states are recomputed. */
const CHECKED_BLOCKS = 50;
/** SQLite's check reads the whole file, at a few hundred megabytes per second. */
const MAX_STRUCTURE_CHECK_BYTES = 1 << 30;

/**
 * Fast checks for every start: the file's structure (unless the file is large), the ids and states of the newest
 * blocks, and the accumulator roots at the tip. `findDifferences` checks everything, and takes long.
 * @throws {DamagedChainError}
 */
export function quickCheck(store: ChainStore, network: Network): void {
  const problem = readingChain(() => structureProblem(store) ?? newestBlocksProblem(store, network));
  if (problem !== undefined) throw new DamagedChainError(problem);
}

/**
 * Reads from a chain file; undecodable bytes and unreadable pages are reported as damage.
 * @throws {DamagedChainError}
 */
export function readingChain<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof AppError && !(error instanceof CodecError)) throw error;
    if (sqliteCode(error) !== undefined && !isDamage(error)) throw error;
    throw new DamagedChainError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

const readPragma = ({ database }: ChainStore, pragma: string) =>
  Object.values(database.prepare(`PRAGMA ${pragma}`).get() ?? {})[0];

function structureProblem(store: ChainStore): string | undefined {
  const bytes = Number(readPragma(store, 'page_count')) * Number(readPragma(store, 'page_size'));
  return bytes > MAX_STRUCTURE_CHECK_BYTES ? undefined : checked(store, 'quick_check(1)');
}

/** The first problem of a file of any size, indexes compared with their tables; undefined if there is none. */
export const completeStructureProblem = (store: ChainStore): string | undefined => checked(store, 'integrity_check(1)');

function checked(store: ChainStore, pragma: string): string | undefined {
  const result = readPragma(store, pragma);
  return result === 'ok' ? undefined : String(result);
}

function newestBlocksProblem(store: ChainStore, network: Network): string | undefined {
  const tip = store.blocks.tip();
  if (tip === undefined) return undefined;
  const state = store.state(tip.id);
  if (state === undefined) return `the tip ${tip.id} is missing`;
  const roots = store.tree.roots(state.elements.numLeaves);
  if (roots.some((root, height) => root !== state.elements.trees[height]))
    return 'the accumulator does not match the tip';
  const { checkpoint, firstBody } = store;
  const lowest = Math.max(1, firstBody, tip.height - CHECKED_BLOCKS + 1);
  for (let height = tip.height; height >= lowest; height--) {
    const id = store.blocks.bestAt(height);
    const stored = id && store.block(id);
    if (!stored || stored.status !== 'full') return `block ${height} is missing`;
    const { block, supplement = EMPTY_SUPPLEMENT } = stored;
    if (blockId(blockHeaderOf(block)) !== id || blockId(store.header(id)!) !== id)
      return `block ${height} does not match the ID under which it is stored`;
    if (id !== checkpoint.get()?.id && block.parentId !== store.blocks.bestAt(height - 1))
      return `block ${height} does not follow block ${height - 1}`;
    const parent = store.state(block.parentId);
    if (parent === undefined) return `block ${height - 1} is missing`;
    const applied = applyBlock(network, parent, block, supplement, {
      ancestorTimestamp: ancestorTimestamp(store, network, parent)
    });
    if (!equalBytes(encode(chainState, applied.state), encode(chainState, stored.state))) {
      return `the state after block ${height} does not follow from it`;
    }
  }
  return undefined;
}
