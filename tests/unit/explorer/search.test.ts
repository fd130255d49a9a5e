import { describe, expect, test } from 'vitest';
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

describe('what cannot be meant says why', () => {
  test.each([
    ['hello', /digits 0–9 and a–f/],
    ['12 blocks', /digits 0–9 and a–f/],
    ['-5', /digits 0–9 and a–f/],
    [ID.slice(1), /has 63 digits: an id has 64/],
    [`${ID}0`, /has 65 digits/],
    ['1234567890123', /has 13 digits/],
    [`${VOID_ADDRESS.slice(0, -1)}0`, /typing mistake/]
  ])('%s', (text, reason) => {
    expect(classifySearch(text)).toEqual({ kind: 'unclear', reason: expect.stringMatching(reason) });
  });
});
