import { expect, test } from 'vitest';
import { decodeJson, encodeJson } from '$lib/api/schemas/codec';
import { network } from '$lib/api/schemas/network';
import { MAINNET, ZEN } from '$lib/chain/network/publicNetworks';
import type { Network } from '$lib/chain/network/network';

test.each([MAINNET, ZEN])('the rules of $name are read as they are written', (rules) => {
  expect(decodeJson(network, encodeJson(network, rules))).toEqual(rules);
});

const { hardforkASIC } = MAINNET;

// A server may report anything for a private network. These are divided by.
test.each<[string, Partial<Network>]>([
  ['blocks without time between them', { blockInterval: 0n }],
  ['blocks less than a second apart', { blockInterval: 999_999_999n }],
  ['blocks years apart', { blockInterval: 10n ** 17n }],
  ['blocks that go back in time', { blockInterval: -600_000_000_000n }],
  ['nonces with the factor 0', { hardforkASIC: { ...hardforkASIC, nonceFactor: 0n } }]
])('rules of %s are refused', (_, changes) => {
  const wire = encodeJson(network, { ...MAINNET, ...changes });
  expect(() => decodeJson(network, wire)).toThrow(expect.objectContaining({ name: 'CodecError' }) as Error);
});

test.each([
  ['with direction controls', 'main\u202eten'],
  ['of 201 characters', 'x'.repeat(201)]
])('a name %s, which cannot be shown in a sentence, is refused', (_, name) => {
  const wire = encodeJson(network, { ...MAINNET, name });
  expect(() => decodeJson(network, wire)).toThrow(expect.objectContaining({ name: 'CodecError' }) as Error);
});
