import { UNASSIGNED_LEAF_INDEX, type ChainIndexElement, type StateElement } from '$lib/chain/elements';
import type { ChainState } from '$lib/chain/state';
import type { V2Resolution, V2Transaction } from '$lib/chain/v2transaction';
import type { ChainStore } from './store/store';

const EPHEMERAL: StateElement = { leafIndex: UNASSIGNED_LEAF_INDEX, merkleProof: [] };

/**
 * The transaction with every place and proof as they are at the tip, whatever they were when it was made. Outputs the
 * chain does not know become ephemeral: another transaction has to create them.
 */
export function refreshProofs(store: ChainStore, { elements }: ChainState, txn: V2Transaction): V2Transaction {
  const { numLeaves } = elements;
  const at = (stored: { readonly element: { readonly stateElement: StateElement } } | undefined): StateElement =>
    stored === undefined ? EPHEMERAL : store.tree.stateElement(stored.element.stateElement.leafIndex, numLeaves);
  const contract = <P extends V2Transaction['fileContractRevisions'][number]['parent']>(parent: P): P => ({
    ...parent,
    stateElement: at(store.contracts.getV2(parent.id))
  });
  // Blocks keep their place in the accumulator as long as they are on the best chain.
  const proofIndex = (element: ChainIndexElement): ChainIndexElement =>
    element.stateElement.leafIndex < numLeaves
      ? { ...element, stateElement: store.tree.stateElement(element.stateElement.leafIndex, numLeaves) }
      : element;
  const resolution = (given: V2Resolution): V2Resolution =>
    given.type === 'storageProof'
      ? { ...given, storageProof: { ...given.storageProof, proofIndex: proofIndex(given.storageProof.proofIndex) } }
      : given;
  return {
    ...txn,
    coinInputs: txn.coinInputs.map((input) => ({
      ...input,
      parent: { ...input.parent, stateElement: at(store.coins.get(input.parent.id)) }
    })),
    fundInputs: txn.fundInputs.map((input) => ({
      ...input,
      parent: { ...input.parent, stateElement: at(store.funds.get(input.parent.id)) }
    })),
    fileContractRevisions: txn.fileContractRevisions.map((revision) => ({
      ...revision,
      parent: contract(revision.parent)
    })),
    fileContractResolutions: txn.fileContractResolutions.map((item) => ({
      parent: contract(item.parent),
      resolution: resolution(item.resolution)
    }))
  };
}
