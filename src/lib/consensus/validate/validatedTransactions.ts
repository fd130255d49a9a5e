import { UNASSIGNED_LEAF_INDEX } from '$lib/chain/element/elements';
import type { ChainState } from '$lib/chain/block/state';
import type { V2Transaction } from '$lib/chain/transaction/v2Transaction';

/**
 * V2 transactions found valid on a state, every signature verified. Values never change, so an object stands for every
 * byte of it: the same id with another signature or proof is another object, and nothing is known of that.
 */
export class ValidatedTransactionCache {
  #state: ChainState | undefined;
  #transactions: ReadonlySet<V2Transaction> = new Set();

  /** Takes these instead of those of before. */
  replace(state: ChainState, transactions: readonly V2Transaction[]): void {
    this.#state = state;
    this.#transactions = new Set(transactions);
  }

  /** Whether the transaction was found valid on this very state, perhaps together with others before it. */
  has(state: ChainState, txn: V2Transaction): boolean {
    return state === this.#state && this.#transactions.has(txn);
  }
}

/**
 * Whether nothing that other transactions do makes the transaction valid: all it spends was there before the block, and
 * it touches no contract. Such a one, found valid once on a state, is valid in every block on that state in which no
 * other spends the same.
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
