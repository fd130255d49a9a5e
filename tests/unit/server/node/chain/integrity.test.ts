import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { VOID_ADDRESS } from '$lib/chain/address';
import { hastings } from '$lib/chain/currency/currency';
import { unlockHash } from '$lib/chain/policy/policyAddress';
import { EMPTY_TRANSACTION, type Transaction } from '$lib/chain/transaction/transaction';
import { coinOutputId } from '$lib/chain/transaction/transactionIds';
import { ChainManager } from '$lib/server/node/chain/chainManager';
import { findDifferences } from '$lib/server/node/chain/integrity';
import { pruneBlocks } from '$lib/server/node/chain/prune';
import { quickCheck } from '$lib/server/node/chain/quickCheck';
import { SignatureChecker } from '$lib/server/node/signatures/signatureChecker';
import { DiskFullError } from '$lib/server/node/store/sqliteError';
import { ChainStore } from '$lib/server/node/store/store';
import { earlyBlocksAfter, earlyNetwork } from '../../../../support/earlyNetwork';
import { TestChain, testPreset } from '../../../../support/peers/testChain';

const TIP = 70;
/** The first block that is kept in the pruned chain. */
const FIRST = 51;
const chain = TestChain.create().extend(TIP);

let store: ChainStore;
beforeEach(async () => {
  const signatures = new SignatureChecker(async (checks) => checks.map(() => true));
  store = new ChainStore(':memory:');
  await new ChainManager({ store, ...testPreset, clock: Date.now, signatures }).addBlocks(chain.blocks.slice(1));
});
afterEach(() => store.close());

/** What is wrong after a change of the tables. */
const differencesAfter = (sql: string): string[] => {
  expect(findDifferences(store, testPreset)).toEqual([]);
  store.database.exec(sql);
  // Like a check that begins now.
  store.tree.forget();
  return findDifferences(store, testPreset);
};
const neverChecked = (height: number): string =>
  `block ${chain.idAt(height)} at height ${height} is missing or was never checked`;
const STATE_OF_ANOTHER = 'UPDATE blocks SET state = (SELECT state FROM blocks WHERE height = 59) WHERE height = 60';
const GAP = `DELETE FROM best WHERE height = 61; UPDATE best SET id = x'${chain.idAt(61)}' WHERE height = 60`;

test.each<[string, string, string]>([
  ['a block without a body', 'UPDATE blocks SET body = NULL WHERE height = 60', neverChecked(60)],
  ['a block that was never checked', 'UPDATE blocks SET status = 0 WHERE height = 60', neverChecked(60)],
  ['an invalid block', 'UPDATE blocks SET status = 2 WHERE height = 60', neverChecked(60)],
  ['a gap', GAP, `block ${chain.idAt(61)} does not extend height 59`],
  ['the state after a block', STATE_OF_ANOTHER, 'state after height 60 differs'],
  ['the blocks', 'DELETE FROM best', 'there is no block at height 0']
])('in a complete chain, the first difference is %s', (_, sql, difference) => {
  expect(differencesAfter(sql)[0]).toBe(difference);
});

const UNREADABLE = `UPDATE blocks SET body = x'00' WHERE height = 60`;

test('in a complete chain, rows after the last expected one are differences', () => {
  const { coins } = store.database.prepare('SELECT count(*) AS coins FROM coins').get() as { coins: number };
  const another = `(100000, x'${'ff'.repeat(32)}', zeroblob(16), zeroblob(32), 0, 0)`;
  expect(differencesAfter(`INSERT INTO coins (leaf, id, value, address, maturity, created) VALUES ${another}`)).toEqual(
    [`coins: ${coins + 1} rows stored, ${coins} expected, first difference at ${coins}`]
  );
});

test('a store that fails is not a damaged chain', () => {
  vi.spyOn(store, 'block').mockImplementation(() => {
    throw new DiskFullError();
  });
  expect(() => findDifferences(store, testPreset)).toThrow(DiskFullError);
});

test('the chain that was rebuilt for the comparison is closed again', () => {
  const closed = vi.spyOn(ChainStore.prototype, 'close');
  try {
    expect(findDifferences(store, testPreset)).toEqual([]);
    expect(closed.mock.contexts.map((one) => one === store)).toEqual([false]);
  } finally {
    closed.mockRestore();
  }
});

test('in a complete chain, a block that cannot be decoded is a difference', () => {
  expect(differencesAfter(UNREADABLE)).toEqual([expect.stringMatching(/^the stored chain cannot be read: /)]);
});

test('in a complete chain, each table that differs is listed', () => {
  const found = differencesAfter('UPDATE funds SET value = value + 1; UPDATE coins SET maturity = 7 WHERE leaf > 0');
  expect(found.map((difference) => difference.split(':')[0])).toEqual(['coins', 'funds']);
});

describe('in a pruned chain, the difference is', () => {
  beforeEach(() => {
    pruneBlocks(store, TIP, TIP - FIRST + 1);
    expect(store.firstBody).toBe(FIRST);
  });

  const otherHeader = (height: number): string => `the header at height ${height} is not that of the best chain`;
  test.each<[string, string, string]>([
    ['the header of a pruned block', 'UPDATE blocks SET header = zeroblob(80) WHERE height = 5', otherHeader(5)],
    ['the nonce of a pruned block', `UPDATE blocks SET header = CAST(substr(header, 1, 32) || zeroblob(7) || x'01' || substr(header, 41) AS BLOB) WHERE height = 5`, otherHeader(5)], // prettier-ignore
    ['the header of the tip', `UPDATE blocks SET header = zeroblob(80) WHERE height = ${TIP}`, otherHeader(TIP)],
    ['a missing header', 'DELETE FROM best WHERE height = 60', otherHeader(60)],
    ['a gap', GAP, otherHeader(60)],
    ['the first block', `UPDATE blocks SET body = NULL WHERE height = ${FIRST}`, neverChecked(FIRST)],
    ['a tip that was never checked', `UPDATE blocks SET status = 0 WHERE height = ${TIP}`, neverChecked(TIP)],
    ['the state after a block', STATE_OF_ANOTHER, 'state after height 60 differs'],
    ['the forest', "UPDATE tree SET hashes = CAST(printf('%2016s', 'x') AS BLOB)", 'the accumulator does not match the tip'] // prettier-ignore
  ])('%s', (_, sql, difference) => {
    expect(differencesAfter(sql)).toEqual([difference]);
  });

  test.each([
    ['a block', UNREADABLE],
    ['the forest', 'DELETE FROM tree']
  ])('that %s cannot be read', (_, sql) => {
    expect(differencesAfter(sql)).toEqual([expect.stringMatching(/^the stored chain cannot be read: /)]);
  });
});

test('a block with a V1 payment is consistent in a complete and in a pruned chain', async () => {
  const anyone = { timelock: 0n, publicKeys: [], signaturesRequired: 0n };
  const output = { value: hastings(7n), address: unlockHash(anyone) };
  const genesis = { ...testPreset.genesis, transactions: [{ ...EMPTY_TRANSACTION, coinOutputs: [output] }] };
  const blocks = earlyBlocksAfter(genesis, TIP, 600);
  const payment: Transaction = {
    ...EMPTY_TRANSACTION,
    coinInputs: [{ parentId: coinOutputId(genesis.transactions[0]!, 0), unlockConditions: anyone }],
    coinOutputs: [{ ...output, address: VOID_ADDRESS }]
  };
  blocks[TIP - 1] = { ...blocks[TIP - 1]!, transactions: [payment] };
  const preset = { network: earlyNetwork, genesis };
  const signatures = new SignatureChecker(async (checks) => checks.map(() => true));
  const early = new ChainStore(':memory:');
  try {
    await new ChainManager({ store: early, ...preset, clock: Date.now, signatures }).addBlocks(blocks);
    expect(early.coins.get(payment.coinInputs[0]!.parentId)?.spent).toBe(TIP);
    expect(findDifferences(early, preset)).toEqual([]);
    expect(() => quickCheck(early, earlyNetwork)).not.toThrow();
    pruneBlocks(early, TIP, TIP - FIRST + 1);
    expect(early.firstBody).toBe(FIRST);
    expect(findDifferences(early, preset)).toEqual([]);
  } finally {
    early.close();
  }
});
