import { UNASSIGNED_LEAF_INDEX, type StateElement } from '$lib/chain/element/elements';
import type { V2FileContractElement } from '$lib/chain/element/fileContract';
import type { ChainState } from '$lib/chain/block/state';
import type { V2Transaction } from '$lib/chain/transaction/v2Transaction';
import { withStateElements, type Placed } from '../chain/stateElements';
import type { ChainStore } from '../store/store';

const EPHEMERAL: StateElement = { leafIndex: UNASSIGNED_LEAF_INDEX, merkleProof: [] };

/**
 * The transaction with leaf indices and proofs at the tip. Outputs that are not on the chain become ephemeral: another
 * transaction must create them.
 */
export const refreshProofs = (store: ChainStore, { elements }: ChainState, txn: V2Transaction): V2Transaction =>
  withStateElements(txn, (placed, given) => currentElement(store, elements.numLeaves, placed, given));

/** Whether the leaf indices and proofs that the transaction carries are those at the tip. */
export function hasCurrentProofs(store: ChainStore, { elements }: ChainState, txn: V2Transaction): boolean {
  let isCurrent = true;
  withStateElements(txn, (placed, given) => {
    isCurrent &&= isSame(given, currentElement(store, elements.numLeaves, placed, given));
    return given;
  });
  return isCurrent;
}

/** The transaction with the parents of its contracts as of the tip; id and signatures do not depend on them. */
export function refreshContracts(store: ChainStore, txn: V2Transaction): V2Transaction {
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
  if (placed.kind === 'block') {
    // The leaf index of a block is stable while it is on the best chain.
    return given.leafIndex < numLeaves ? store.tree.stateElement(given.leafIndex, numLeaves) : given;
  }
  const stored = storedElement(store, placed);
  return stored === undefined ? EPHEMERAL : store.tree.stateElement(stored.leafIndex, numLeaves);
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
