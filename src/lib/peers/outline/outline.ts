import { CodecError } from '$lib/codec/errors';
import { list, struct, u64, type Layout, type Reader, type Writer } from '$lib/codec/layout';
import { address32, type Address } from '$lib/chain/address';
import { readWithMultiproof, transactionsWithMultiproof } from '$lib/chain/block/multiproof';
import { transactionsWeight } from '$lib/chain/block/weight';
import { blockId32, hash256, type BlockId, type Hash256 } from '$lib/chain/ids';
import type { Height, UnixSeconds } from '$lib/chain/time';
import { height64, timestamp64 } from '$lib/chain/timeLayouts';
import { transaction, type Transaction } from '$lib/chain/transaction/transaction';
import type { V2Transaction } from '$lib/chain/transaction/v2Transaction';
import { validateWeight } from '$lib/consensus/validate/validateBlock';

/** A transaction of an outlined block, or its leaf hash in the commitment instead. */
export type OutlineEntry =
  | { readonly kind: 'v1'; readonly transaction: Transaction }
  | { readonly kind: 'v2'; readonly transaction: V2Transaction }
  | { readonly kind: 'omitted'; readonly hash: Hash256 };

/** A V2 block without the transactions that the receiver probably has. The payout value is derived. */
export interface BlockOutline {
  readonly height: Height;
  readonly parentId: BlockId;
  readonly nonce: bigint;
  readonly timestamp: UnixSeconds;
  readonly minerAddress: Address;
  /** In the order of the block. */
  readonly entries: readonly OutlineEntry[];
}

/** The V1 transactions that are not omitted. */
export const v1TransactionsOf = ({ entries }: BlockOutline): Transaction[] =>
  entries.flatMap((entry) => (entry.kind === 'v1' ? [entry.transaction] : []));

/** The V2 transactions that are not omitted. */
export const v2TransactionsOf = ({ entries }: BlockOutline): V2Transaction[] =>
  entries.flatMap((entry) => (entry.kind === 'v2' ? [entry.transaction] : []));

const head = struct({
  height: height64,
  parentId: blockId32,
  nonce: u64,
  timestamp: timestamp64,
  minerAddress: address32
});
const v1Transactions = list(transaction);
const hashes = list(hash256);

const KINDS = ['v1', 'v2', 'omitted'] as const;

/**
 * Fixed fields, V1 transactions, V2 transactions with one combined proof, hashes of the omitted ones; then one byte per
 * transaction of the block, without a count: the list of the three whose next entry it is. Anyone can send an outline,
 * without any work: one that is too heavy is refused before anything is hashed, with a ConsensusError as the cause.
 */
export const blockOutline: Layout<BlockOutline> = {
  write(w: Writer, outline: BlockOutline) {
    const { entries } = outline;
    head.write(w, outline);
    v1Transactions.write(w, v1TransactionsOf(outline));
    transactionsWithMultiproof.write(w, v2TransactionsOf(outline));
    hashes.write(
      w,
      entries.flatMap((entry) => (entry.kind === 'omitted' ? [entry.hash] : []))
    );
    for (const { kind } of entries) w.u8(KINDS.indexOf(kind));
  },
  read(r: Reader): BlockOutline {
    const fields = head.read(r);
    const transactions = v1Transactions.read(r);
    const v1 = transactions.map((txn): OutlineEntry => ({ kind: 'v1', transaction: txn }));
    const v2transactions = readWithMultiproof(r, (read) => validateWeight(transactionsWeight(transactions, read)));
    const v2 = v2transactions.map((txn): OutlineEntry => ({ kind: 'v2', transaction: txn }));
    const omitted = hashes.read(r).map((hash): OutlineEntry => ({ kind: 'omitted', hash }));
    return { ...fields, entries: readKinds(r, [v1, v2, omitted]) };
  }
};

/** Merges the lists in the order of the kinds, which consume all of their entries. */
function readKinds(r: Reader, lists: readonly (readonly OutlineEntry[])[]): OutlineEntry[] {
  const next = lists.map(() => 0);
  const count = lists.reduce((sum, { length }) => sum + length, 0);
  const entries: OutlineEntry[] = [];
  while (entries.length < count) {
    const kind = r.u8();
    const entry = lists[kind]?.[next[kind]!];
    if (entry === undefined) throw new CodecError(`transaction ${entries.length} has no counterpart of kind ${kind}`);
    next[kind]!++;
    entries.push(entry);
  }
  return entries;
}
