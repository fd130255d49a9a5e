import { expect, test } from 'vitest';
import { EMPTY_V2_TRANSACTION } from '$lib/chain/transaction/v2Transaction';
import { ValidatedTransactionCache } from '$lib/consensus/validate/validatedTransactionCache';
import { genesisState } from '$lib/consensus/state';
import { testNetwork } from '../testChain';

test('a cached transaction is valid for one object on one state, until replaced', () => {
  const [state, other] = [genesisState(testNetwork()), genesisState(testNetwork())];
  const txn = { ...EMPTY_V2_TRANSACTION, arbitraryData: Uint8Array.of(1) };
  const judged = new ValidatedTransactionCache();
  expect(judged.has(state, txn)).toBe(false);
  judged.replace(state, [txn]);
  expect(judged.has(state, txn)).toBe(true);
  expect(judged.has(state, { ...txn })).toBe(false);
  expect(judged.has(other, txn)).toBe(false);
  judged.replace(other, []);
  expect(judged.has(state, txn)).toBe(false);
  expect(judged.has(other, txn)).toBe(false);
});
