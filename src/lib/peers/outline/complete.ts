import { runAtOnce } from '$lib/async/stepQueue';
import { decodeHex, encodeHex } from '$lib/codec/bytes';
import { blockId, type Block, type BlockHeader } from '$lib/chain/block/block';
import { v1CommitmentLeaf, v2CommitmentLeaf, v2StateLeaf } from '$lib/chain/block/commitment';
import { commitmentInSteps } from '$lib/chain/block/commitmentInSteps';
import type { ChainState } from '$lib/chain/block/state';
import { hastings, MAX_HASTINGS } from '$lib/chain/currency/currency';
import type { BlockId, Hash256 } from '$lib/chain/ids';
import { memoize } from '$lib/chain/memoize';
import type { Network } from '$lib/chain/network/network';
import { blockReward } from '$lib/chain/network/rewards';
import type { Transaction } from '$lib/chain/transaction/transaction';
import { encodeV2Transaction, type V2Transaction } from '$lib/chain/transaction/v2Transaction';
import { childHeight } from '$lib/consensus/state';
import { PeerError } from '../errors';
import { v1TransactionsOf, v2TransactionsOf, type BlockOutline, type OutlineEntry } from './outline';

/** Leaf hash of a V1 transaction in a commitment, by which outlines identify it. */
export const v1OutlineHash = (txn: Transaction): Hash256 => encodeHex(v1CommitmentLeaf(txn)) as Hash256;

/**
 * Leaf hash of a V2 transaction in a commitment, by which outlines identify it. It covers the Merkle proofs, so it
 * changes with every block.
 */
export const v2OutlineHash = (txn: V2Transaction): Hash256 => encodeHex(v2CommitmentLeaf(txn)) as Hash256;

function entryHash(entry: OutlineEntry): Hash256 {
  if (entry.kind === 'omitted') return entry.hash;
  return entry.kind === 'v1' ? v1OutlineHash(entry.transaction) : v2OutlineHash(entry.transaction);
}

function entryLeaf(entry: OutlineEntry): Uint8Array {
  if (entry.kind === 'omitted') return decodeHex(entry.hash);
  return entry.kind === 'v1' ? v1CommitmentLeaf(entry.transaction) : v2CommitmentLeaf(entry.transaction);
}

/** Entries hashed in one step. */
const ENTRIES_PER_STEP = 500;
/** Bytes of them: proofs, which have no weight, can make a transaction very long. */
const BYTES_PER_STEP = 500_000;

/** Leaf hashes of all transactions, in block order. Memoized. */
export const outlineHashes = memoize((outline: BlockOutline): readonly Hash256[] => outline.entries.map(entryHash));

/** Hashes of the omitted transactions, without duplicates. */
export const omittedHashes = (outline: BlockOutline): Hash256[] => [
  ...new Set(outline.entries.flatMap((entry) => (entry.kind === 'omitted' ? [entry.hash] : [])))
];

/**
 * The header of the block, known even without its transactions.
 * @param parentState the full state before the block
 */
export const outlineHeader = (outline: BlockOutline, parentState: ChainState): BlockHeader =>
  runAtOnce(headerInSteps(outline, parentState));

function* headerInSteps(outline: BlockOutline, parentState: ChainState): Generator<void, BlockHeader> {
  const { parentId, nonce, timestamp, minerAddress, entries } = outline;
  const leaves = [v2StateLeaf(parentState, minerAddress)];
  let bytes = 0;
  for (const [index, entry] of entries.entries()) {
    if ((index > 0 && index % ENTRIES_PER_STEP === 0) || bytes >= BYTES_PER_STEP) {
      yield;
      bytes = 0;
    }
    leaves.push(entryLeaf(entry));
    if (entry.kind === 'v2') bytes += encodeV2Transaction(entry.transaction).length;
  }
  return { parentId, nonce, timestamp, commitment: yield* commitmentInSteps(leaves) };
}

/** The id of the block, which shows its work before any transaction has been received. */
export const outlineId = (outline: BlockOutline, parentState: ChainState): BlockId =>
  runAtOnce(outlineIdInSteps(outline, parentState));

/** {@link outlineId}. Yields between its steps: an outline has room for half a million transactions. */
export function* outlineIdInSteps(outline: BlockOutline, parentState: ChainState): Generator<void, BlockId> {
  return blockId(yield* headerInSteps(outline, parentState));
}

/** Transactions by their outline hash. */
export interface KnownTransactions {
  readonly v1: ReadonlyMap<Hash256, Transaction>;
  readonly v2: ReadonlyMap<Hash256, V2Transaction>;
}

/** Indexes transactions from a pool or a response by outline hash. */
export const knownTransactions = (
  transactions: readonly Transaction[],
  v2transactions: readonly V2Transaction[]
): KnownTransactions => ({
  v1: new Map(transactions.map((txn) => [v1OutlineHash(txn), txn])),
  v2: new Map(v2transactions.map((txn) => [v2OutlineHash(txn), txn]))
});

/** The outline with those of its omitted transactions filled in that are known. */
export function fillOutline(outline: BlockOutline, known: KnownTransactions): BlockOutline {
  const fill = (entry: OutlineEntry): OutlineEntry => {
    if (entry.kind !== 'omitted') return entry;
    const v2 = known.v2.get(entry.hash);
    if (v2 !== undefined) return { kind: 'v2', transaction: v2 };
    const v1 = known.v1.get(entry.hash);
    return v1 === undefined ? entry : { kind: 'v1', transaction: v1 };
  };
  return { ...outline, entries: outline.entries.map(fill) };
}

/**
 * The block of an outline without omitted transactions. Only its contents can be invalid, because its commitment is
 * correct by construction. V1 transactions come first, regardless of the order in the outline.
 * @throws {PeerError} `peers/outline-incomplete`; `peers/outline-impossible` fees above the maximum amount
 */
export function blockOfOutline(network: Network, outline: BlockOutline, parentState: ChainState): Block {
  const missing = omittedHashes(outline).length;
  if (missing > 0) throw new PeerError('peers/outline-incomplete', `${missing} transactions are missing`);
  const transactions = v1TransactionsOf(outline);
  const v2transactions = v2TransactionsOf(outline);
  const { commitment, ...header } = outlineHeader(outline, parentState);
  let payout: bigint = blockReward(network, childHeight(parentState));
  for (const fee of transactions.flatMap(({ minerFees }) => minerFees)) payout += fee;
  for (const { minerFee } of v2transactions) payout += minerFee;
  if (payout > MAX_HASTINGS) throw new PeerError('peers/outline-impossible', 'the fees exceed every amount');
  return {
    ...header,
    minerPayouts: [{ value: hastings(payout), address: outline.minerAddress }],
    transactions,
    v2: { height: outline.height, commitment, transactions: v2transactions }
  };
}

/**
 * The outline of a block.
 * @param isOmitted whether to omit the transaction with this hash
 * @throws {PeerError} `peers/outline-impossible` a block without V2 data, or without exactly one payout
 */
export function outlineOf(block: Block, isOmitted: (hash: Hash256) => boolean): BlockOutline {
  const [payout] = block.minerPayouts;
  if (block.v2 === undefined || payout === undefined || block.minerPayouts.length > 1) {
    throw new PeerError('peers/outline-impossible', 'only a V2 block with one payout has an outline');
  }
  const omit = (entry: OutlineEntry): OutlineEntry => {
    const hash = entryHash(entry);
    return isOmitted(hash) ? { kind: 'omitted', hash } : entry;
  };
  return {
    height: block.v2.height,
    parentId: block.parentId,
    nonce: block.nonce,
    timestamp: block.timestamp,
    minerAddress: payout.address,
    entries: [
      ...block.transactions.map((txn) => omit({ kind: 'v1', transaction: txn })),
      ...block.v2.transactions.map((txn) => omit({ kind: 'v2', transaction: txn }))
    ]
  };
}
