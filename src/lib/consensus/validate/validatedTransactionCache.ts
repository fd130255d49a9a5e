import { UNASSIGNED_LEAF_INDEX } from '$lib/chain/element/elements';
import type { ChainState } from '$lib/chain/block/state';
import type { V2Transaction } from '$lib/chain/transaction/v2Transaction';

/**
 * V2 transactions found valid on a state, signatures included. Keyed by object identity: transactions are immutable,
 * and one with the same id but other signatures or proofs is another object.
 */
export class ValidatedTransactionCache {
  #state: ChainState | undefined;
  readonly #transactions = new Set<V2Transaction>();

  /** Forgets all transactions; those added from now on are valid on this state. */
  clear(state: ChainState): void {
    this.#state = state;
    this.#transactions.clear();
  }

  /** Adds a transaction that is valid on the same state as the others. */
  add(txn: V2Transaction): void {
    this.#transactions.add(txn);
  }

  /** Whether the transaction was found valid on this state, possibly after other transactions. */
  has(state: ChainState, txn: V2Transaction): boolean {
    return state === this.#state && this.#transactions.has(txn);
  }
}

/**
 * Whether the transaction's validity does not depend on other transactions: all spent elements existed before the
 * block, and no contracts are involved. If valid on a state, it is valid in every block on that state in which no other
 * transaction spends the same elements.
 */
export const isContextFree = ({
  coinInputs,
  fundInputs,
  fileContractRevisions,
  fileContractResolutions
}: V2Transaction): boolean =>
  fileContractRevisions.length === 0 &&
  fileContractResolutions.length === 0 &&
  [...coinInputs, ...fundInputs].every(({ parent }) => parent.stateElement.leafIndex !== UNASSIGNED_LEAF_INDEX);
