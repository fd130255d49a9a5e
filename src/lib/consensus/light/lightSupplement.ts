import type { Block } from '$lib/chain/block/block';
import { ZERO_BLOCK_ID } from '$lib/chain/ids';
import type { StateElement } from '$lib/chain/element/elements';
import type { ChainState } from '$lib/chain/block/state';
import type { ElementDiffs } from '$lib/chain/proof/update';
import { Forest, leafNumber } from '../accumulator/forest';
import { EMPTY_SUPPLEMENT, type BlockSupplement } from '../apply/supplement';
import { revertedLeaves } from '../apply/touchedLeaves';

/**
 * The supplement of a block (elements of V1 transactions, expiring V1 contracts) from a server's update. The server's
 * proofs are for the state after the block; rewound to the state before the block, they must match its accumulator,
 * which `validateSupplement` checks.
 * @throws {RangeError} inconsistent proofs
 */
export function supplementFromUpdate(state: ChainState, block: Block, update: ElementDiffs): BlockSupplement {
  const expired = update.fileContractElements.filter(({ resolved, valid, created }) => resolved && !valid && !created);
  if (block.transactions.length === 0 && expired.length === 0) return EMPTY_SUPPLEMENT;
  const before = placesBefore(state, update);
  const prove = <E extends { readonly stateElement: StateElement }>(element: E): E => ({
    ...element,
    stateElement: before(element.stateElement.leafIndex)
  });
  const existing = <D extends { readonly created: boolean }>(diffs: readonly D[]): D[] =>
    diffs.filter(({ created }) => !created);
  const coins = new Map(existing(update.coinElements).map(({ coinElement }) => [coinElement.id, coinElement]));
  const funds = new Map(existing(update.fundElements).map(({ fundElement }) => [fundElement.id, fundElement]));
  const contracts = new Map(
    existing(update.fileContractElements).map(({ fileContractElement }) => [
      fileContractElement.id,
      fileContractElement
    ])
  );
  /** Elements created in the same block are omitted. */
  const named = <Id extends string, E extends { readonly stateElement: StateElement }>(
    elements: ReadonlyMap<Id, E>,
    inputs: readonly { readonly parentId: Id }[]
  ): E[] =>
    inputs.flatMap(({ parentId }) => {
      const element = elements.get(parentId);
      return element === undefined ? [] : [prove(element)];
    });

  return {
    transactions: block.transactions.map((txn) => ({
      coinInputs: named(coins, txn.coinInputs),
      fundInputs: named(funds, txn.fundInputs),
      revisedFileContracts: named(contracts, txn.fileContractRevisions),
      // The proven segment affects only validation, not the effects of the block.
      storageProofs: named(contracts, txn.storageProofs).map((fileContract) => ({
        fileContract,
        windowId: ZERO_BLOCK_ID
      }))
    })),
    expiringFileContracts: expired.map(({ fileContractElement }) => prove(fileContractElement))
  };
}

/** The leaf index and proof of every changed leaf before the block. */
function placesBefore(state: ChainState, update: ElementDiffs): (leafIndex: bigint) => StateElement {
  const { numLeaves } = state.elements;
  const forest = new Forest(state.elements);
  const changed = revertedLeaves(update)
    .filter(({ stateElement }) => stateElement.leafIndex < numLeaves)
    .map(({ stateElement, leafHash }) => {
      const leaf = leafNumber(stateElement.leafIndex);
      // Siblings beyond the old tree were added by the block.
      const proof = stateElement.merkleProof.slice(0, forest.treeHeight(leaf));
      return { leaf, proof, hash: leafHash(stateElement.leafIndex) };
    });
  for (const { leaf, proof } of changed) forest.reveal(leaf, proof);
  forest.replaceLeaves(changed);
  return (leafIndex) => ({ leafIndex, merkleProof: forest.proof(leafNumber(leafIndex)) });
}
