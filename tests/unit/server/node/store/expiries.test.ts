import { beforeEach, expect, test } from 'vitest';
import type { FileContractId } from '$lib/chain/ids';
import { openDatabase } from '$lib/server/node/store/database';
import { ExpiryTable } from '$lib/server/node/store/expiries';

const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((digit) => digit.repeat(64)) as [
  FileContractId,
  FileContractId,
  FileContractId,
  FileContractId
];
let expiries: ExpiryTable;
beforeEach(() => {
  expiries = new ExpiryTable(openDatabase(':memory:'));
  for (const id of [a, b, c, d]) expiries.move(1, id, undefined, 10n);
});

test('contracts expire in the order in which they were formed', () => {
  expect(expiries.endingAt(10)).toEqual([a, b, c, d]);
  expect(expiries.endingAt(11)).toEqual([]);
});

test('the last one replaces one that is proven, as in the network’s lists', () => {
  expiries.move(2, b, 10n, undefined);
  expect(expiries.endingAt(10)).toEqual([a, d, c]);
  expiries.move(2, c, 10n, undefined);
  expect(expiries.endingAt(10)).toEqual([a, d]);
});

test('a contract with a moved window is appended to the other list', () => {
  expiries.move(2, b, 10n, 11n);
  expiries.move(2, a, 10n, 11n);
  expiries.move(2, c, 10n, 10n);
  expect(expiries.endingAt(10)).toEqual([c, d]);
  expect(expiries.endingAt(11)).toEqual([b, a]);
});

test('reverting a block restores the lists', () => {
  expiries.move(2, a, 10n, undefined);
  expiries.move(3, b, 10n, 11n);
  expiries.removeBlock(3);
  expect(expiries.endingAt(10)).toEqual([d, b, c]);
  expiries.removeBlock(2);
  expect(expiries.endingAt(10)).toEqual([a, b, c, d]);
});

test('an endless window is handled', () => {
  expiries.move(2, a, 10n, (1n << 64n) - 1n);
  expect(expiries.endingAt(10)).toEqual([d, b, c]);
});

test('of tens of thousands of contracts, each is removed in constant time', () => {
  const ids = Array.from({ length: 80_000 }, (_, i) => (i + 1).toString(16).padStart(64, '0') as FileContractId);
  for (const id of ids) expiries.move(2, id, undefined, 20n);
  // The list is searched from its start.
  for (let i = 20_000; i < 60_000; i++) expiries.move(3, ids[i]!, 20n, 21n);
  // CPU time, which does not depend on other load on the machine.
  const before = process.cpuUsage();
  const list = expiries.endingAt(20);
  const { user } = process.cpuUsage(before);
  expect(list.length).toBe(40_000);
  expect(new Set(list)).toEqual(new Set([...ids.slice(0, 20_000), ...ids.slice(60_000)]));
  expect(expiries.endingAt(21)).toEqual(ids.slice(20_000, 60_000));
  expect(user).toBeLessThan(1e6);
});
