import { expect, test } from 'vitest';
import { VOID_ADDRESS } from '$lib/chain/address';
import { classifySearch } from '$lib/explorer/search';

const ID = 'ab12'.repeat(16);

test.each([
  ['', { kind: 'nothing' }],
  ['   ', { kind: 'nothing' }],
  ['0', { kind: 'height', height: 0 }],
  [' 526,000 ', { kind: 'height', height: 526000 }],
  ['526.000', { kind: 'height', height: 526000 }],
  ["526'000", { kind: 'height', height: 526000 }],
  ['# 12', { kind: 'height', height: 12 }],
  [ID, { kind: 'id', id: ID }],
  [` ${ID.toUpperCase()}\n`, { kind: 'id', id: ID }],
  [`${ID.slice(0, 32)} ${ID.slice(32)}`, { kind: 'id', id: ID }],
  [`17::${ID}`, { kind: 'id', id: ID }],
  [`h:${ID}`, { kind: 'id', id: ID }],
  ['7'.repeat(64), { kind: 'id', id: '7'.repeat(64) }],
  [VOID_ADDRESS, { kind: 'address', address: VOID_ADDRESS }],
  [VOID_ADDRESS.toUpperCase(), { kind: 'address', address: VOID_ADDRESS }]
])('%j', (text, expected) => expect(classifySearch(text)).toEqual(expected));

test.each([
  ['hello', { code: 'not-hex' }],
  ['12 blocks', { code: 'not-hex' }],
  ['-5', { code: 'not-hex' }],
  [ID.slice(1), { code: 'length', digits: 63 }],
  [`${ID}0`, { code: 'length', digits: 65 }],
  ['1234567890123', { code: 'length', digits: 13 }],
  [`${VOID_ADDRESS.slice(0, -1)}0`, { code: 'checksum' }]
])('%s is rejected with a reason', (text, reason) => {
  expect(classifySearch(text)).toEqual({ kind: 'invalid', reason });
});
