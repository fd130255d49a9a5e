import type { StateElement } from '$lib/chain/element/elements';
import type { V2Resolution, V2Transaction } from '$lib/chain/transaction/v2Transaction';

/** The element that an accumulator leaf represents. */
export type Placed =
  | { readonly kind: 'coin'; readonly id: V2Transaction['coinInputs'][number]['parent']['id'] }
  | { readonly kind: 'fund'; readonly id: V2Transaction['fundInputs'][number]['parent']['id'] }
  | { readonly kind: 'contract'; readonly id: V2Transaction['fileContractRevisions'][number]['parent']['id'] }
  | { readonly kind: 'block'; readonly id: string };

/** The transaction with all state elements replaced. Its id and signatures do not cover them. */
export function withStateElements(
  txn: V2Transaction,
  replace: (placed: Placed, stateElement: StateElement) => StateElement
): V2Transaction {
  const contract = <P extends V2Transaction['fileContractRevisions'][number]['parent']>(parent: P): P => ({
    ...parent,
    stateElement: replace({ kind: 'contract', id: parent.id }, parent.stateElement)
  });
  const resolution = (given: V2Resolution): V2Resolution => {
    if (given.type !== 'storageProof') return given;
    const { proofIndex } = given.storageProof;
    const stateElement = replace({ kind: 'block', id: proofIndex.id }, proofIndex.stateElement);
    return { ...given, storageProof: { ...given.storageProof, proofIndex: { ...proofIndex, stateElement } } };
  };
  return {
    ...txn,
    coinInputs: txn.coinInputs.map((input) => ({
      ...input,
      parent: {
        ...input.parent,
        stateElement: replace({ kind: 'coin', id: input.parent.id }, input.parent.stateElement)
      }
    })),
    fundInputs: txn.fundInputs.map((input) => ({
      ...input,
      parent: {
        ...input.parent,
        stateElement: replace({ kind: 'fund', id: input.parent.id }, input.parent.stateElement)
      }
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
