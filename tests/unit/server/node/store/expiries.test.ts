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
