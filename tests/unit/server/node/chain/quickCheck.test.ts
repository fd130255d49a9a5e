import { afterEach, beforeEach, expect, test } from 'vitest';
import { CodecError } from '$lib/codec/errors';
import { ChainManager } from '$lib/server/node/chain/chainManager';
import { pruneBlocks } from '$lib/server/node/chain/prune';
import { quickCheck, readingChain } from '$lib/server/node/chain/quickCheck';
import { SignatureChecker } from '$lib/server/node/signatures/signatureChecker';
import { DiskFullError } from '$lib/server/node/store/sqliteError';
import { ChainStore } from '$lib/server/node/store/store';
import { TestChain, testPreset } from '../../../../support/peers/testChain';

const TIP = 70;
/** The states of the newest fifty blocks are computed again. */
const LOWEST = TIP - 49;
const chain = TestChain.create().extend(TIP);

let store: ChainStore;
beforeEach(async () => {
  const signatures = new SignatureChecker(async (checks) => checks.map(() => true));
  store = new ChainStore(':memory:');
  await new ChainManager({ store, ...testPreset, clock: Date.now, signatures }).addBlocks(chain.blocks.slice(1));
});
afterEach(() => store.close());

/** Like a start after a change of the tables. */
const check = (sql: string) => () => {
  store.database.exec(sql);
  store.tree.forget();
  quickCheck(store, testPreset.network);
};
const partOf = (column: string, from: number, to: number): string =>
  `UPDATE blocks SET ${column} = (SELECT ${column} FROM blocks WHERE height = ${from}) WHERE height = ${to}`;
const without = (height: number): string => `DELETE FROM blocks WHERE height = ${height}`;
const withoutBody = (height: number): string => `UPDATE blocks SET body = NULL WHERE height = ${height}`;

test('a chain that is intact is not damaged', () => {
  expect(check('')).not.toThrow();
});

test.each<[string, string, string]>([
  ['the tip', without(TIP), `the tip ${chain.idAt(TIP)} is missing`],
  ['the roots', "UPDATE tree SET hashes = CAST(printf('%2016s', 'x') AS BLOB)", 'the accumulator does not match the tip'], // prettier-ignore
  ['the forest', 'DELETE FROM tree', 'accumulator node 144 at height 0 is not stored'],
  ['a block', without(60), 'block 60 is missing'],
  ['an entry of the best chain', 'DELETE FROM best WHERE height = 60', 'block 61 does not follow block 60'],
  ['the body of a block', withoutBody(60), 'block 60 is missing'],
  ['the body of the lowest block', withoutBody(LOWEST), `block ${LOWEST} is missing`],
  ['the validation of a block', 'UPDATE blocks SET status = 0 WHERE height = 60', 'block 60 is missing'],
  ['the body under an ID', partOf('body', 59, 60), 'block 60 does not match the ID under which it is stored'],
  ['the header under an ID', partOf('header', 59, 60), 'block 60 does not match the ID under which it is stored'],
  ['the block before', `UPDATE best SET id = zeroblob(32) WHERE height = 59`, 'block 60 does not follow block 59'],
  ['the block before the lowest', without(LOWEST - 1), `block ${LOWEST - 1} is missing`],
  ['the state after a block', partOf('state', 59, 60), `block ${chain.idAt(60)} does not extend the state`],
  ['the state after the tip', partOf('state', TIP - 1, TIP), `the state after block ${TIP} does not follow from it`]
])('a chain is damaged in %s', (_, sql, problem) => {
  expect(check(sql)).toThrow(expect.objectContaining({ code: 'node/damaged-chain', problem }));
});

test('blocks below the newest fifty are not read', () => {
  expect(check(withoutBody(LOWEST - 1))).not.toThrow();
});

test('pruned blocks are not read', () => {
  pruneBlocks(store, TIP, 10);
  expect(store.firstBody).toBe(TIP - 9);
  expect(check(`UPDATE blocks SET header = zeroblob(80) WHERE height < ${TIP - 9}`)).not.toThrow();
  expect(check(withoutBody(TIP - 9))).toThrow(expect.objectContaining({ problem: `block ${TIP - 9} is missing` }));
});

test('a file without blocks is not damaged', () => {
  const empty = new ChainStore(':memory:');
  expect(() => quickCheck(empty, testPreset.network)).not.toThrow();
  empty.close();
});

test.each([
  ['is checked up to a gigabyte', 262_144, 'row 3 missing from index', 'row 3 missing from index'],
  ['is not checked above that', 262_145, 'row 3 missing from index', undefined],
  ['is not damaged if SQLite finds nothing', 262_144, 'ok', undefined]
])('the structure of a file %s', (_, pages, result, problem) => {
  const values: Record<string, unknown> = { page_count: pages, page_size: 4_096, 'quick_check(1)': result };
  const database = { prepare: (sql: string) => ({ get: () => ({ value: values[sql.replace('PRAGMA ', '')] }) }) };
  const checked = () => quickCheck({ database, blocks: { tip: () => undefined } } as never, testPreset.network);
  if (problem === undefined) expect(checked).not.toThrow();
  else expect(checked).toThrow(expect.objectContaining({ code: 'node/damaged-chain', problem }));
});

const sqliteError = (errcode: number) => Object.assign(new Error(`SQLite ${errcode}`), { errcode });
const [CORRUPT, NOT_A_DATABASE, BUSY] = [sqliteError(11), sqliteError(26), sqliteError(5)];

test.each<[string, unknown]>([
  ['undecodable bytes', new CodecError('a list is too long')],
  ['a corrupt page', CORRUPT],
  ['another file', NOT_A_DATABASE],
  ['what fails on its contents', new TypeError('no such node')],
  ['what is no error', 'no such node']
])('while a chain is read, %s is damage', (_, error) => {
  const problem = error instanceof Error ? error.message : error;
  expect(() =>
    readingChain(() => {
      throw error;
    })
  ).toThrow(expect.objectContaining({ code: 'node/damaged-chain', problem, cause: error }));
});

test.each<[string, Error]>([
  ['a full disk', new DiskFullError()],
  ['a lock of another process', BUSY]
])('while a chain is read, %s is not damage', (_, error) => {
  expect(() =>
    readingChain(() => {
      throw error;
    })
  ).toThrow(error);
});
