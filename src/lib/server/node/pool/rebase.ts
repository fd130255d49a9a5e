import type { RebaseRequest } from '$lib/api/wallet-server/lookupRoutes';
import { advanceProof, rewindProof } from '$lib/chain/proof/advanceProof';
import { UNASSIGNED_LEAF_INDEX, type ChainIndex, type StateElement } from '$lib/chain/element/elements';
import type { BlockId } from '$lib/chain/ids';
import type { Network } from '$lib/chain/network/network';
import type { ApplyUpdate, RevertUpdate } from '$lib/chain/proof/update';
import { v2TransactionId } from '$lib/chain/transaction/v2TransactionIds';
import type { V2Transaction } from '$lib/chain/transaction/v2Transaction';
import { AppError } from '$lib/errors';
import { replayApply, replayRevert } from '../chain/replay';
import { withStateElements } from '../chain/stateElements';
import type { ChainStore } from '../store/store';

/** Transactions that cannot be rebased to another index. */
export class RebaseError extends AppError {
  readonly code = 'node/rebase';
}

// One day on the main network.
const MAX_STEPS = 144;

/**
 * Updates the transactions' proofs from the basis to the target, which must be on the best chain; the basis may be on
 * any branch. Outputs that were ephemeral at the basis get their leaf index in the block that created them.
 * @throws {RebaseError} an unknown or too distant index; an output that was spent or reverted in between
 */
export const rebaseTransactions = (store: ChainStore, network: Network, request: RebaseRequest): V2Transaction[] =>
  rebaseEach(store, network, request).map((rebased) => {
    if (rebased instanceof RebaseError) throw rebased;
    return rebased;
  });

/**
 * {@link rebaseTransactions} with an error in place of each transaction that cannot be rebased. Every block on the way
 * is applied or reverted once for all of them, which takes far longer than updating a proof.
 * @throws {RebaseError} an unknown or too distant index
 */
export function rebaseEach(
  store: ChainStore,
  network: Network,
  { basis, target, transactions }: RebaseRequest
): (V2Transaction | RebaseError)[] {
  if (store.blocks.bestAt(target.height) !== target.id) throw new RebaseError(`missing block at index ${text(target)}`);
  if (store.blocks.place(basis.id)?.status !== 'full') throw new RebaseError(`missing block at index ${text(basis)}`);
  let at = store.state(basis.id)!.index;
  let carried: (V2Transaction | RebaseError)[] = [...transactions];
  let steps = 0;
  const step = () => {
    if (++steps > MAX_STEPS) throw new RebaseError(`${text(target)} is more than ${MAX_STEPS} blocks from the basis`);
  };
  const requireBody = (height: number): void => {
    if (height < store.firstBody) throw new RebaseError(`missing block at height ${height}`);
  };
  while (at.height > target.height || store.blocks.bestAt(at.height) !== at.id) {
    step();
    requireBody(at.height);
    const { update, parentState } = replayRevert(store, network, at.id);
    carried = eachOrError(carried, (txn) => rewindProofs(txn, update));
    at = parentState.index;
  }
  while (at.height < target.height) {
    step();
    requireBody(at.height + 1);
    const id: BlockId = store.blocks.bestAt(at.height + 1)!;
    const { update, state } = replayApply(store, network, id);
    carried = eachOrError(carried, advanceProofs(update));
    at = state.index;
  }
  return carried;
}

const text = ({ height, id }: ChainIndex): string => `${height}::${id}`;

const eachOrError = (
  items: readonly (V2Transaction | RebaseError)[],
  update: (txn: V2Transaction) => V2Transaction
): (V2Transaction | RebaseError)[] =>
  items.map((item) => {
    if (item instanceof RebaseError) return item;
    try {
      return update(item);
    } catch (error) {
      if (error instanceof RebaseError) return error;
      throw error;
    }
  });

function advanceProofs(update: ApplyUpdate): (txn: V2Transaction) => V2Transaction {
  const diffs = new Map(
    [
      ...update.coinElements.map(({ coinElement: { id, stateElement }, spent }) => ({ id, stateElement, spent })),
      ...update.fundElements.map(({ fundElement: { id, stateElement }, spent }) => ({ id, stateElement, spent }))
    ].map((diff) => [diff.id as string, diff])
  );
  return (txn) =>
    withStateElements(txn, ({ id }, stateElement): StateElement => {
      const diff = diffs.get(id);
      if (diff?.spent) throw new RebaseError(`transaction ${v2TransactionId(txn)} is invalid: output ${id} is spent`);
      if (stateElement.leafIndex === UNASSIGNED_LEAF_INDEX) return diff?.stateElement ?? stateElement;
      return advanceProof(update, stateElement);
    });
}

function rewindProofs(txn: V2Transaction, update: RevertUpdate): V2Transaction {
  return withStateElements(txn, ({ id }, stateElement): StateElement => {
    if (stateElement.leafIndex === UNASSIGNED_LEAF_INDEX) return stateElement;
    const carried = rewindProof(update, stateElement);
    if (carried === undefined) {
      throw new RebaseError(`transaction ${v2TransactionId(txn)} is invalid: output ${id} no longer exists`);
    }
    return carried;
  });
}
