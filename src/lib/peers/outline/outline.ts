import { CodecError } from '$lib/codec/errors';
import { list, struct, u64, type Layout, type Reader } from '$lib/codec/layout';
import { longLayout } from '$lib/codec/longLayout';
import { address32, type Address } from '$lib/chain/address';
import { v1Transactions } from '$lib/chain/block/block';
import { checkedTransactionsWithMultiproof, transactionsWithMultiproof } from '$lib/chain/block/multiproof';
import { blockId32, hash256, type BlockId, type Hash256 } from '$lib/chain/ids';
import type { Height, UnixSeconds } from '$lib/chain/time';
import { height64, timestamp64 } from '$lib/chain/timeLayouts';
import type { Transaction } from '$lib/chain/transaction/transaction';
import type { V2Transaction } from '$lib/chain/transaction/v2Transaction';
import { tooHeavy, validateWeightInSteps } from '$lib/consensus/validate/validateWeightInSteps';

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
const transactions = v1Transactions(tooHeavy);
const hashes = list(hash256);

const KINDS = ['v1', 'v2', 'omitted'] as const;

/**
 * Fixed fields, V1 transactions, V2 transactions with one combined proof, hashes of the omitted ones; then one byte per
 * transaction of the block, without a count: the list of the three whose next entry it is. Anyone can send an outline,
 * without any work: one that is too heavy is refused before anything is hashed, with a ConsensusError as the cause.
 */
export const blockOutline: Layout<BlockOutline> = longLayout(
  (w, outline) => {
    const { entries } = outline;
    head.write(w, outline);
    transactions.write(w, v1TransactionsOf(outline));
    transactionsWithMultiproof.write(w, v2TransactionsOf(outline));
    hashes.write(
      w,
      entries.flatMap((entry) => (entry.kind === 'omitted' ? [entry.hash] : []))
    );
    for (const { kind } of entries) w.u8(KINDS.indexOf(kind));
  },
  function* (r, readPart) {
    const fields = head.read(r);
    const v1 = yield* readPart(transactions, r);
    const weighed = checkedTransactionsWithMultiproof((v2) => validateWeightInSteps(v1, v2));
    const v2 = yield* readPart(weighed, r);
    const omitted = yield* readPart(hashes, r);
    return { ...fields, entries: yield* readEntries(r, v1, v2, omitted) };
  }
);

/** Entries that are read in one step. */
const STEP = 10_000;

/** Merges the lists in the order of the kinds, which consume all of their entries. Yields between its steps. */
function* readEntries(
  r: Reader,
  v1: readonly Transaction[],
  v2: readonly V2Transaction[],
  omitted: readonly Hash256[]
): Generator<void, OutlineEntry[]> {
  const count = v1.length + v2.length + omitted.length;
  const entries: OutlineEntry[] = [];
  const next = { v1: 0, v2: 0, omitted: 0 };
  const entryOf = (kind: (typeof KINDS)[number] | undefined): OutlineEntry | undefined => {
    switch (kind) {
      case 'v1':
      case 'v2': {
        const transaction = kind === 'v1' ? v1[next.v1++] : v2[next.v2++];
        return transaction && ({ kind, transaction } as OutlineEntry);
      }
      case 'omitted': {
        const hash = omitted[next.omitted++];
        return hash === undefined ? undefined : { kind, hash };
      }
      default:
        return undefined;
    }
  };
  while (entries.length < count) {
    if (entries.length > 0 && entries.length % STEP === 0) yield;
    const kind = r.u8();
    const entry = entryOf(KINDS[kind]);
    if (entry === undefined) throw new CodecError(`transaction ${entries.length} has no counterpart of kind ${kind}`);
    entries.push(entry);
  }
  return entries;
}
