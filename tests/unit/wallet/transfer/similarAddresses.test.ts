import { expect, test } from 'vitest';
import type { Address } from '$lib/chain/address';
import { findResembled, SimilarAddresses } from '$lib/wallet/transfer/similarAddresses';

const TO = 'd11e064b51f75444c2d0fc1083f9009cf87a8d21bb7a1c5d43cb87b6793544ea488908c3000d' as Address;

test.each([
  ['both ends', 4, 4, true],
  ['only the beginning', 6, 0, true],
  ['only the end', 0, 6, true],
  ['one character less than both ends', 3, 2, false],
  ['the minimum that counts', 2, 4, true],
  ['nothing', 0, 0, false]
])('addresses that share %s', (_, start, end, expected) => {
  const known = TO as string;
  const other = [...known]
    .map((digit, i) => (i < start || i >= known.length - end ? digit : digit === 'f' ? '0' : 'f'))
    .join('') as Address;
  expect([...new SimilarAddresses([other, TO]).of(TO)]).toEqual(expected ? [other] : []);
});

test('an address resembles a known one, unless it is known itself', () => {
  const alike = `${TO.slice(0, 6)}${'0'.repeat(70)}` as Address;
  const other = '1'.repeat(76) as Address;
  expect(findResembled(alike, new Set([other, TO]))).toBe(TO);
  expect(findResembled(alike, new Set([other, TO, alike]))).toBeUndefined();
  expect(findResembled(alike, new Set([other]))).toBeUndefined();
});

test('tens of thousands of addresses are compared with as many others', () => {
  const addressOf = (i: number) => `${(i * 7919).toString(16).padStart(8, '0')}${TO.slice(8)}` as Address;
  const all = Array.from({ length: 40_000 }, (_, i) => addressOf(i));
  const alike = new SimilarAddresses(all.map((address) => address.replace(/.{6}$/, 'ffffff') as Address));
  // Each resembles the one with the same beginning.
  expect(all.reduce((sum, address) => sum + alike.of(address).size, 0)).toBe(all.length);
});
