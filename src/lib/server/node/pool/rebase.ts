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
import { MAX_SET_LENGTH } from './poolEntry';

/** Transactions that cannot be rebased to another index. */
export class RebaseError extends AppError {
  readonly code = 'node/rebase';
}

// One day on the main network.
const MAX_STEPS = 144;
/** Transactions whose proofs are updated at once, in less time than a full block takes. */
const UPDATED_AT_ONCE = 500;

/**
 * Updates the transactions' proofs from the basis to the target, which must be on the best chain; the basis may be on
 * any branch. Outputs that were ephemeral at the basis get their leaf index in the block that created them. Yields
 * before each block on the way, because a full one takes long, and between many transactions.
 * @throws {RebaseError} an unknown or too distant index; an output that was spent or reverted in between
 */
export function* rebaseTransactions(
  store: ChainStore,
  network: Network,
  request: RebaseRequest
): Generator<void, V2Transaction[]> {
  const rebased = yield* rebaseEach(store, network, request);
  return rebased.map((one) => {
    if (one instanceof RebaseError) throw one;
    return one;
  });
}

/**
 * {@link rebaseTransactions} with an error in place of each transaction that cannot be rebased. Every block on the way
 * is applied or reverted once for all of them, which takes far longer than updating a proof.
 * @throws {RebaseError} an unknown or too distant index
 */
export function* rebaseEach(
  store: ChainStore,
  network: Network,
  { basis, target, transactions }: RebaseRequest
): Generator<void, readonly (V2Transaction | RebaseError)[]> {
  if (transactions.length > MAX_SET_LENGTH) throw new RebaseError(`more than ${MAX_SET_LENGTH} transactions`);
  const requireTarget = (): void => {
    if (store.blocks.bestAt(target.height) !== target.id)
      throw new RebaseError(`missing block at index ${text(target)}`);
  };
  const requireBody = (height: number): void => {
    if (height < store.firstBody) throw new RebaseError(`missing block at height ${height}`);
  };
  const requireNear = (distance: number): void => {
    if (distance > MAX_STEPS) {
      throw new RebaseError(`${text(target)} is more than ${MAX_STEPS} blocks from the basis`);
    }
  };
  requireTarget();
  if (store.blocks.place(basis.id)?.status !== 'full') throw new RebaseError(`missing block at index ${text(basis)}`);
  let at = store.state(basis.id)!.index;
  requireNear(Math.abs(target.height - at.height));
  let carried: (V2Transaction | RebaseError)[] = [...transactions];
  for (let steps = 1; at.id !== target.id; steps++) {
    requireNear(steps);
    yield;
    // There may have been a reorganization.
    requireTarget();
    if (at.height > target.height || store.blocks.bestAt(at.height) !== at.id) {
      requireBody(at.height);
      const { update, parentState } = replayRevert(store, network, at.id);
      carried = yield* eachOrError(carried, (txn) => rewindProofs(txn, update));
      at = parentState.index;
    } else {
      requireBody(at.height + 1);
      const id: BlockId = store.blocks.bestAt(at.height + 1)!;
      const { update, state } = replayApply(store, network, id);
      carried = yield* eachOrError(carried, advanceProofs(update));
      at = state.index;
    }
  }
  return carried;
}

const text = ({ height, id }: ChainIndex): string => `${height}::${id}`;

function* eachOrError(
  items: readonly (V2Transaction | RebaseError)[],
  update: (txn: V2Transaction) => V2Transaction
): Generator<void, (V2Transaction | RebaseError)[]> {
  const updated: (V2Transaction | RebaseError)[] = [];
  for (const item of items) {
    if (updated.length > 0 && updated.length % UPDATED_AT_ONCE === 0) yield;
    updated.push(item instanceof RebaseError ? item : updatedOrError(item, update));
  }
  return updated;
}

function updatedOrError(
  txn: V2Transaction,
  update: (txn: V2Transaction) => V2Transaction
): V2Transaction | RebaseError {
  try {
    return update(txn);
  } catch (error) {
    if (error instanceof RebaseError) return error;
    throw error;
  }
}

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
