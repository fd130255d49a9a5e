import { blockId, type Block } from '$lib/chain/block/block';
import { blockHeaderOf } from '$lib/chain/block/commitment';
import type { StateElement } from '$lib/chain/element/elements';
import type { FileContractId } from '$lib/chain/ids';
import type { Network } from '$lib/chain/network/network';
import type { ChainState } from '$lib/chain/block/state';
import type { Transaction } from '$lib/chain/transaction/transaction';
import { childHeight } from '$lib/consensus/state';
import { EMPTY_SUPPLEMENT, type BlockSupplement, type TransactionSupplement } from '$lib/consensus/apply/supplement';
import type { ChainStore } from '../store/store';

/** Looks up the elements that a V1 transaction refers to by id: the unspent ones, with proofs at the stored tip. */
export function supplementTransaction(store: ChainStore, state: ChainState, txn: Transaction): TransactionSupplement {
  const prove = <E extends { readonly stateElement: StateElement }>(element: E): E =>
    store.prove(element, state.elements.numLeaves);
  const present = <E>(element: E | undefined): E[] => (element === undefined ? [] : [element]);
  const contract = (id: Transaction['storageProofs'][number]['parentId']) => {
    const stored = store.contracts.getV1(id);
    return present(stored?.resolved === undefined ? stored?.element : undefined).map(prove);
  };
  return {
    coinInputs: txn.coinInputs.flatMap(({ parentId }) => present(store.coins.unspent(parentId)).map(prove)),
    fundInputs: txn.fundInputs.flatMap(({ parentId }) => present(store.funds.unspent(parentId)).map(prove)),
    revisedFileContracts: txn.fileContractRevisions.flatMap(({ parentId }) => contract(parentId)),
    storageProofs: txn.storageProofs.flatMap(({ parentId }) =>
      contract(parentId).flatMap((fileContract) => {
        // The id of the block before the proof window selects the segment to prove.
        const windowId = store.blocks.bestAt(Number(fileContract.fileContract.windowStart) - 1);
        return windowId === undefined ? [] : [{ fileContract, windowId }];
      })
    )
  };
}

/** The supplement of a block on top of the stored tip. */
export function supplementBlock(store: ChainStore, network: Network, state: ChainState, block: Block): BlockSupplement {
  const height = childHeight(state);
  // V1 transactions are invalid from here on and are rejected without any look-up.
  if (height >= network.hardforkV2.requireHeight) return EMPTY_SUPPLEMENT;
  return {
    transactions: block.transactions.map((txn) => supplementTransaction(store, state, txn)),
    expiringFileContracts: expiryOrder(network, block, store.expiries.endingAt(height)).flatMap((id) => {
      const stored = store.contracts.getV1(id);
      return stored === undefined ? [] : [store.prove(stored.element, state.elements.numLeaves)];
    })
  };
}

/** Expiring contracts in the order in which the block processes them: by the rule, or as recorded for this block. */
export function expiryOrder(
  { expiryOrders }: Network,
  block: Block,
  byRule: readonly FileContractId[]
): readonly FileContractId[] {
  if (expiryOrders === undefined || byRule.length < 2) return byRule;
  const recorded = expiryOrders.get(blockId(blockHeaderOf(block)));
  // A different set means a different chain.
  return recorded !== undefined && sameSet(recorded, byRule) ? recorded : byRule;
}

const sameSet = (one: readonly FileContractId[], other: readonly FileContractId[]): boolean =>
  one.length === other.length && new Set([...one, ...other]).size === one.length;
