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

/** Why a set is rejected without further validation; undefined if it may be added to the pool. */
export function unusable(
  store: ChainStore,
  tip: ChainIndex,
  { basis, transactions }: TransactionSet
): string | undefined {
  const state = store.state(basis.id);
  if (state === undefined) return 'unknown basis';
  // For any other block, only the header was validated: its state has the elements of an ancestor.
  if (store.blocks.place(basis.id)?.status !== 'full') return 'basis never applied';
  if (state.index.height !== basis.height) return 'wrong height of the basis';
  if (distance(store, tip, basis) > MAX_DISTANCE) return 'basis too far away';
  const elements = new ProofCache(state.elements);
  const contains = (place: StateElement, leafHash: () => Uint8Array): boolean =>
    place.leafIndex === UNASSIGNED_LEAF_INDEX || elements.contains(place, leafHash());
  const isProven = (txn: V2Transaction): boolean =>
    txn.coinInputs.every(({ parent }) => contains(parent.stateElement, () => coinLeafHash(parent, false))) &&
    txn.fundInputs.every(({ parent }) => contains(parent.stateElement, () => fundLeafHash(parent, false))) &&
    [...txn.fileContractRevisions, ...txn.fileContractResolutions].every(({ parent }) =>
      contains(parent.stateElement, () => v2FileContractLeafHash(parent, false))
    ) &&
    txn.fileContractResolutions.every(
      ({ resolution }) =>
        resolution.type !== 'storageProof' ||
        contains(resolution.storageProof.proofIndex.stateElement, () =>
          chainIndexLeafHash(resolution.storageProof.proofIndex)
        )
    );
  if (!transactions.every(isProven)) return 'a proof is invalid';
  return hasItsParents(transactions) ? undefined : 'an unconfirmed parent is not in the set';
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
