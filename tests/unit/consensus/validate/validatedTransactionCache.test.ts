import { describe, expect, test } from 'vitest';
import { hastings } from '$lib/chain/currency/currency';
import { UNASSIGNED_LEAF_INDEX } from '$lib/chain/element/elements';
import { EMPTY_V2_TRANSACTION, type V2Transaction } from '$lib/chain/transaction/v2Transaction';
import { applyV2Transaction } from '$lib/consensus/apply/applyTransaction';
import { BlockEffects } from '$lib/consensus/apply/blockEffects';
import { ConsensusError } from '$lib/consensus/errors';
import { genesisState } from '$lib/consensus/state';
import { isContextFree, ValidatedTransactionCache } from '$lib/consensus/validate/validatedTransactionCache';
import { validateV2Transaction } from '$lib/consensus/validate/validateV2Transaction';
import { ALICE, BOB, signV2Transaction, TestChain, testNetwork, v2AddressOf, v2InputOf } from '../testChain';

test('a cached transaction is valid as one object on one state, until cleared', () => {
  const [state, other] = [genesisState(testNetwork()), genesisState(testNetwork())];
  const txn = { ...EMPTY_V2_TRANSACTION, arbitraryData: Uint8Array.of(1) };
  const cache = new ValidatedTransactionCache();
  expect(cache.has(state, txn)).toBe(false);
  cache.clear(state);
  cache.add(txn);
  expect(cache.has(state, txn)).toBe(true);
  expect(cache.has(state, { ...txn })).toBe(false);
  expect(cache.has(other, txn)).toBe(false);
  const added = { ...txn };
  cache.add(added);
  expect([cache.has(state, added), cache.has(other, added), cache.has(state, txn)]).toEqual([true, false, true]);
  cache.clear(other);
  expect(cache.has(state, txn)).toBe(false);
  expect(cache.has(other, txn)).toBe(false);
});

describe('in a block', () => {
  const chain = new TestChain(testNetwork(2));
  chain.growTo(6);
  const coin = chain.coinOf(v2AddressOf(ALICE));
  const fund = chain.fundOf(v2AddressOf(ALICE));
  const coins = {
    coinInputs: [v2InputOf(coin, ALICE)],
    coinOutputs: [{ value: coin.output.value, address: v2AddressOf(BOB) }]
  };
  const funds = {
    fundInputs: [{ ...v2InputOf(fund, ALICE), claimAddress: v2AddressOf(ALICE) }],
    fundOutputs: [{ value: fund.output.value, address: v2AddressOf(BOB) }]
  };
  const signed = (parts: Partial<V2Transaction>) => signV2Transaction({ ...EMPTY_V2_TRANSACTION, ...parts }, ALICE);
  const [ofCoins, ofFunds, ofBoth] = [signed(coins), signed(funds), signed({ ...coins, ...funds })];

  /** The verdict on the last transaction after the others, all of them cached as valid; undefined if it is valid. */
  function verdict(...transactions: readonly V2Transaction[]): string | undefined {
    const effects = new BlockEffects(chain.network, chain.state);
    const validated = new ValidatedTransactionCache();
    validated.clear(chain.state);
    for (const txn of transactions) validated.add(txn);
    const context = { effects, validated, verifySignature: () => expect.fail('verified again') };
    try {
      for (const txn of transactions) {
        validateV2Transaction(context, txn);
        applyV2Transaction(effects, txn);
      }
      return undefined;
    } catch (error) {
      if (!(error instanceof ConsensusError)) throw error;
      return error.code;
    }
  }

  test.each<[string, string | undefined, V2Transaction[]]>([
    ['are valid', undefined, [ofCoins, ofFunds]],
    ['do not spend a coin twice', 'v2/double-spend', [ofCoins, ofBoth]],
    ['do not spend fund units twice', 'v2/double-spend', [ofFunds, ofBoth]]
  ])('cached transactions %s', (_, code, transactions) => {
    expect(verdict(...transactions)).toBe(code);
  });

  const unplaced = { leafIndex: UNASSIGNED_LEAF_INDEX, merkleProof: [] };
  test.each<[string, boolean, Partial<V2Transaction>]>([
    ['coins and fund units of earlier blocks', true, { ...coins, ...funds }],
    ['nothing', true, { minerFee: hastings(1n) }],
    ['a coin of the same block', false, { coinInputs: [v2InputOf({ ...coin, stateElement: unplaced }, ALICE)] }],
    [
      'fund units of the same block beside a coin of an earlier one',
      false,
      { ...coins, fundInputs: [{ ...funds.fundInputs[0]!, parent: { ...fund, stateElement: unplaced } }] }
    ],
    ['a contract that it revises', false, { ...coins, fileContractRevisions: [{}] as never }],
    ['a contract that it resolves', false, { ...coins, fileContractResolutions: [{}] as never }]
  ])('spending %s, a transaction is valid in any block: %s', (_, expected, parts) => {
    expect(isContextFree({ ...EMPTY_V2_TRANSACTION, ...parts })).toBe(expected);
  });
});
