import { UNASSIGNED_LEAF_INDEX, type ChainIndex, type StateElement } from '$lib/chain/element/elements';
import type { V2FileContractElement } from '$lib/chain/element/fileContract';
import type { ChainState } from '$lib/chain/block/state';
import type { Network } from '$lib/chain/network/network';
import type { V2Transaction } from '$lib/chain/transaction/v2Transaction';
import { withStateElements, type Placed } from '../chain/stateElements';
import type { ChainStore } from '../store/store';
import { rebaseEach, RebaseError } from './rebase';

const EPHEMERAL: StateElement = { leafIndex: UNASSIGNED_LEAF_INDEX, merkleProof: [] };

/**
 * The transaction with leaf indices and proofs at the tip. Outputs that are not on the chain become ephemeral: another
 * transaction must create them. Elements from before a checkpoint are left unchanged; see {@link carryUnknown}.
 * @param isPlaced whether its leaf indices are those of a block that is still on the best chain: they stay the same, and
 * looking the elements up takes longer than everything else
 */
export const refreshProofs = (
  store: ChainStore,
  { elements: { numLeaves } }: ChainState,
  txn: V2Transaction,
  isPlaced = false
): V2Transaction =>
  withStateElements(txn, (placed, given) => {
    const isKnown = given.leafIndex < numLeaves && given.leafIndex >= store.unknownLeaves;
    if (isPlaced && isKnown) return store.tree.stateElement(given.leafIndex, numLeaves);
    return currentElement(store, numLeaves, placed, given);
  });

/** Whether the leaf indices and proofs that the transaction carries are those at the tip. */
export function hasCurrentProofs(store: ChainStore, { elements }: ChainState, txn: V2Transaction): boolean {
  let isCurrent = true;
  withStateElements(txn, (placed, given) => {
    isCurrent &&= isSame(given, currentElement(store, elements.numLeaves, placed, given));
    return given;
  });
  return isCurrent;
}

/**
 * Rebases the proofs of elements from before a checkpoint, because the store has neither the elements nor their proof
 * nodes. Other transactions are returned unchanged, and so are those that cannot be rebased: validation rejects them.
 * Yields before each block on the way.
 * @param basis the block at which their proofs are valid
 * @param target a block of the best chain
 * @returns undefined if there is no way from the basis to the target
 */
export function* carryUnknown(
  store: ChainStore,
  network: Network,
  given: readonly V2Transaction[],
  basis: ChainIndex,
  target: ChainIndex
): Generator<void, readonly V2Transaction[] | undefined> {
  if (basis.id === target.id) return given;
  const transactions = given.filter((txn) => hasUnknown(store, txn));
  if (transactions.length === 0) return given;
  try {
    const rebased = yield* rebaseEach(store, network, { basis, target, transactions });
    const carried = new Map(transactions.map((txn, i) => [txn, rebased[i]!]));
    return given.map((txn) => {
      const result = carried.get(txn);
      return result === undefined || result instanceof RebaseError ? txn : result;
    });
  } catch (error) {
    if (error instanceof RebaseError) return undefined;
    throw error;
  }
}

/** Whether the transaction spends, revises or refers to an element from before a checkpoint. */
export function hasUnknown(store: ChainStore, txn: V2Transaction): boolean {
  const { unknownLeaves } = store;
  if (unknownLeaves === 0n) return false;
  let has = false;
  withStateElements(txn, (_, element) => {
    has ||= element.leafIndex < unknownLeaves;
    return element;
  });
  return has;
}

/** The transaction with the parents of its contracts as of the tip; id and signatures do not depend on them. */
export function refreshContracts(store: ChainStore, txn: V2Transaction): V2Transaction {
  if (txn.fileContractRevisions.length + txn.fileContractResolutions.length === 0) return txn;
  const atTip = (parent: V2FileContractElement): V2FileContractElement => {
    const stored = store.contracts.getV2(parent.id);
    return stored === undefined ? parent : { ...parent, fileContract: stored.element.fileContract };
  };
  return {
    ...txn,
    fileContractRevisions: txn.fileContractRevisions.map((revision) => ({
      ...revision,
      parent: atTip(revision.parent)
    })),
    fileContractResolutions: txn.fileContractResolutions.map((item) => ({ ...item, parent: atTip(item.parent) }))
  };
}

function currentElement(store: ChainStore, numLeaves: bigint, placed: Placed, given: StateElement): StateElement {
  const isUnknown = given.leafIndex < store.unknownLeaves;
  if (placed.kind === 'block') {
    if (isUnknown) return given;
    // The leaf index of a block is stable while it is on the best chain.
    return given.leafIndex < numLeaves ? store.tree.stateElement(given.leafIndex, numLeaves) : given;
  }
  const stored = storedElement(store, placed);
  if (stored !== undefined) return store.tree.stateElement(stored.leafIndex, numLeaves);
  return isUnknown ? given : EPHEMERAL;
}

const isSame = (a: StateElement, b: StateElement): boolean =>
  a.leafIndex === b.leafIndex &&
  a.merkleProof.length === b.merkleProof.length &&
  a.merkleProof.every((hash, i) => hash === b.merkleProof[i]);

function storedElement(store: ChainStore, placed: Exclude<Placed, { kind: 'block' }>): StateElement | undefined {
  switch (placed.kind) {
    case 'coin':
      return store.coins.get(placed.id)?.element.stateElement;
    case 'fund':
      return store.funds.get(placed.id)?.element.stateElement;
    case 'contract':
      return store.contracts.getV2(placed.id)?.element.stateElement;
  }
}
