import {
  UNASSIGNED_LEAF_INDEX,
  type ChainIndex,
  type CoinElement,
  type StateElement
} from '$lib/chain/element/elements';
import { chainIndexLeafHash, coinLeafHash, fundLeafHash, v2FileContractLeafHash } from '$lib/chain/proof/elementLeaf';
import { memoize } from '$lib/chain/memoize';
import type { V2Transaction } from '$lib/chain/transaction/v2Transaction';
import { v2CoinOutputId, v2TransactionId } from '$lib/chain/transaction/v2TransactionIds';
import { ProofCache } from '$lib/consensus/accumulator/proofCache';
import type { TransactionSet } from '$lib/peers/calls/callTypes';
import { withAncestors } from '../../pool/ancestors';
import type { PoolEntry } from '../../pool/poolEntry';
import type { ChainStore } from '../../store/store';

/** Maximum number of blocks between a set's basis and the tip. */
const MAX_DISTANCE = 144;

/** Hashes of proofs that are verified in one step, a few milliseconds of work. */
const HASHES_AT_ONCE = 2_000;

/**
 * Why a set is rejected without further validation; undefined if it may be added to the pool. Yields between its steps.
 */
export function* unusableInSteps(
  store: ChainStore,
  tip: ChainIndex,
  { basis, transactions }: TransactionSet
): Generator<void, string | undefined> {
  const state = store.state(basis.id);
  if (state === undefined) return 'unknown basis';
  // For any other block, only the header was validated: its state has the elements of an ancestor.
  if (store.blocks.place(basis.id)?.status !== 'full') return 'basis never applied';
  if (state.index.height !== basis.height) return 'wrong height of the basis';
  if (distance(store, tip, basis) > MAX_DISTANCE) return 'basis too far away';
  const elements = new ProofCache(state.elements);
  let hashes = 0;
  for (const { place, leafHash } of transactions.values().flatMap(leavesOf)) {
    if (place.leafIndex === UNASSIGNED_LEAF_INDEX) continue;
    if (hashes >= HASHES_AT_ONCE) {
      yield;
      hashes = 0;
    }
    hashes += 1 + place.merkleProof.length;
    if (!elements.contains(place, leafHash())) return 'a proof is invalid';
  }
  return hasItsParents(transactions) ? undefined : 'an unconfirmed parent is not in the set';
}

interface Leaf {
  readonly place: StateElement;
  readonly leafHash: () => Uint8Array;
}

/** The leaves that a transaction proves. */
function* leavesOf(txn: V2Transaction): Generator<Leaf, void> {
  for (const { parent } of txn.coinInputs) {
    yield { place: parent.stateElement, leafHash: () => coinLeafHash(parent, false) };
  }
  for (const { parent } of txn.fundInputs) {
    yield { place: parent.stateElement, leafHash: () => fundLeafHash(parent, false) };
  }
  for (const { parent } of [...txn.fileContractRevisions, ...txn.fileContractResolutions]) {
    yield { place: parent.stateElement, leafHash: () => v2FileContractLeafHash(parent, false) };
  }
  for (const { resolution } of txn.fileContractResolutions) {
    if (resolution.type !== 'storageProof') continue;
    const { proofIndex } = resolution.storageProof;
    yield { place: proofIndex.stateElement, leafHash: () => chainIndexLeafHash(proofIndex) };
  }
}

/**
 * Whether all unconfirmed outputs spent were created earlier in the set. Unconfirmed fund outputs cannot be spent. An
 * unconfirmed output has no proof, and nothing would limit the length of one: neither weight nor validation covers it.
 */
function hasItsParents(transactions: readonly V2Transaction[]): boolean {
  const created = new Set<string>();
  const isCreated = ({ id, stateElement }: CoinElement): boolean =>
    created.has(id) && stateElement.merkleProof.length === 0;
  return transactions.every((txn) => {
    const isComplete =
      txn.coinInputs.every(({ parent }) => isConfirmed(parent) || isCreated(parent)) &&
      txn.fundInputs.every(({ parent }) => isConfirmed(parent));
    const id = v2TransactionId(txn);
    txn.coinOutputs.forEach((_, i) => created.add(v2CoinOutputId(id, i)));
    return isComplete;
  });
}

const isConfirmed = ({ stateElement }: { readonly stateElement: StateElement }): boolean =>
  stateElement.leafIndex !== UNASSIGNED_LEAF_INDEX;

/** Blocks to revert and apply from the basis to the tip; more than {@link MAX_DISTANCE} if unknown. */
export function distance(store: ChainStore, tip: ChainIndex, basis: ChainIndex): number {
  let reverted = 0;
  let at = basis.id;
  let { height } = basis;
  while (store.blocks.bestAt(height) !== at) {
    const place = store.blocks.place(at);
    if (place === undefined || ++reverted > MAX_DISTANCE) return MAX_DISTANCE + 1;
    at = place.parentId;
    height--;
  }
  return reverted + tip.height - height;
}

/** The transactions by the coins that they create. */
function creatorsOf(transactions: readonly V2Transaction[]): ReadonlyMap<string, V2Transaction> {
  const creators = new Map<string, V2Transaction>();
  for (const txn of transactions) {
    const id = v2TransactionId(txn);
    txn.coinOutputs.forEach((_, i) => creators.set(v2CoinOutputId(id, i), txn));
  }
  return creators;
}

const creatorsInPool = memoize((entries: readonly PoolEntry[]) =>
  creatorsOf(entries.flatMap((entry) => (entry.version === 2 ? [entry.txn] : [])))
);

const withCreators = (
  creators: ReadonlyMap<string, V2Transaction>,
  transactions: readonly V2Transaction[]
): V2Transaction[] =>
  withAncestors(transactions, ({ coinInputs }) => coinInputs.flatMap(({ parent }) => creators.get(parent.id) ?? []));

/**
 * The transactions and their unconfirmed parents in the pool, parents first, as a set must contain them.
 * @param pool its entries are indexed once per version of the array
 */
export const withParents = (
  pool: { readonly entries: readonly PoolEntry[] },
  added: readonly V2Transaction[]
): V2Transaction[] => withCreators(creatorsInPool(pool.entries), added);

/** The same for a set that contains the parents, which takes no longer if the pool is full. */
export const withParentsIn = (set: readonly V2Transaction[], added: readonly V2Transaction[]): V2Transaction[] =>
  withCreators(creatorsOf(set), added);
