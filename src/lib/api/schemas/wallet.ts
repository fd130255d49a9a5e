import * as z from 'zod/mini';
import type { FundUnits, Hastings } from '../../chain/currency';
import type { ChainIndex, CoinElement, FundElement } from '../../chain/elements';
import type { Transaction } from '../../chain/transaction';
import type { V2Transaction } from '../../chain/v2transaction';
import { converted, listOf, optional, renamed, type JsonCodec } from './codec';
import { coinElementFields, fundElementFields } from './elements';
import { amount, chainIndex, count, units } from './scalars';
import { transaction } from './transactions';
import { v2Transaction } from './v2transactions';

/** What an address or a wallet has. */
export interface Balance {
  /** Confirmed and spendable. */
  readonly coins: Hastings;
  /** Confirmed, spendable only after the maturity delay. */
  readonly immatureCoins: Hastings;
  readonly funds: FundUnits;
}
export const balance: JsonCodec<Balance> = renamed(
  z.object({ svccoins: amount, immatureSvccoins: amount, svcfunds: units }),
  { svccoins: 'coins', immatureSvccoins: 'immatureCoins', svcfunds: 'funds' }
);

/** An unspent output; 1 confirmation in the tip block, 0 in the pool. */
export interface UnspentCoinElement extends CoinElement {
  readonly confirmations: number;
}
export interface UnspentFundElement extends FundElement {
  readonly confirmations: number;
}
/** A page of outputs whose proofs are valid at `basis`. */
export interface OutputList<Element> {
  readonly basis: ChainIndex;
  readonly outputs: readonly Element[];
}

function outputList<Element>(element: JsonCodec<Element>): JsonCodec<OutputList<Element>> {
  return converted(
    z.object({ basis: chainIndex, outputs: listOf(element, 'null') }),
    (json): OutputList<Element> => json,
    ({ basis, outputs }) => ({ basis, outputs: [...outputs] })
  );
}

/** Older servers leave the confirmations out. */
const confirmations: JsonCodec<number> = converted(
  z.nullish(count),
  (value) => value ?? 0,
  (value) => value
);
export const coinOutputs: JsonCodec<OutputList<UnspentCoinElement>> = outputList(
  renamed(z.object({ ...coinElementFields, confirmations }), { svccoinOutput: 'output' })
);
export const fundOutputs: JsonCodec<OutputList<UnspentFundElement>> = outputList(
  renamed(z.object({ ...fundElementFields, confirmations }), { svcfundOutput: 'output' })
);

/** Transactions with V2 proofs valid at `basis`: what the pool holds, what a broadcast sends and gets back. */
export interface TransactionSet {
  readonly basis: ChainIndex;
  readonly transactions: readonly Transaction[];
  readonly v2Transactions: readonly V2Transaction[];
}
export const transactionSet: JsonCodec<TransactionSet> = converted(
  z.object({
    basis: chainIndex,
    transactions: listOf(transaction, 'null'),
    v2transactions: listOf(v2Transaction, '[]')
  }),
  ({ basis, transactions, v2transactions }): TransactionSet => ({
    basis,
    transactions,
    v2Transactions: v2transactions
  }),
  ({ basis, transactions, v2Transactions }) => ({
    basis,
    transactions: [...transactions],
    v2transactions: [...v2Transactions]
  })
);

/** A broadcast; a server in full index mode knows the basis itself. */
export interface BroadcastRequest {
  readonly basis?: ChainIndex;
  readonly transactions: readonly Transaction[];
  readonly v2Transactions: readonly V2Transaction[];
}
export const broadcastRequest: JsonCodec<BroadcastRequest> = converted(
  z.object({
    basis: optional(chainIndex),
    transactions: listOf(transaction, 'omitted'),
    v2transactions: listOf(v2Transaction, 'omitted')
  }),
  ({ basis, transactions, v2transactions }): BroadcastRequest => ({
    ...(basis && { basis }),
    transactions,
    v2Transactions: v2transactions
  }),
  ({ basis, transactions, v2Transactions }) => ({
    basis,
    transactions: [...transactions],
    v2transactions: [...v2Transactions]
  })
);

/** Recommended fee: hastings per unit of transaction weight. */
export const fee: JsonCodec<Hastings> = amount;
