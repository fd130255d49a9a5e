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
export function refreshProofs(store: ChainStore, { elements }: ChainState, txn: V2Transaction): V2Transaction {
  const { numLeaves } = elements;
  return withStateElements(txn, (placed, given) => {
    if (placed.kind === 'block') {
      // The leaf index of a block is stable while it is on the best chain.
      return given.leafIndex < numLeaves ? store.tree.stateElement(given.leafIndex, numLeaves) : given;
    }
    const stored = storedElement(store, placed);
    return stored === undefined ? EPHEMERAL : store.tree.stateElement(stored.leafIndex, numLeaves);
  });
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
