import type { Transaction } from '../transaction/transaction';
import type { V2Transaction } from '../transaction/v2Transaction';
import { transactionWeight, v2TransactionWeight } from './weight';

/** Transactions that are weighed in one step. */
const STEP = 1_000;

/** The weight of transactions of both generations. Yields between its steps. */
export function* weightInSteps(
  transactions: readonly Transaction[],
  v2transactions: readonly V2Transaction[]
): Generator<void, number> {
  let weight = 0;
  for (const [i, txn] of transactions.entries()) {
    if (i > 0 && i % STEP === 0) yield;
    weight += transactionWeight(txn);
  }
  for (const [i, txn] of v2transactions.entries()) {
    if (i > 0 && i % STEP === 0) yield;
    weight += v2TransactionWeight(txn);
  }
  return weight;
}
