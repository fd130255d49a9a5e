import { describe, expect, test } from 'vitest';
import { VOID_ADDRESS, addressHash, parseAddress } from '$lib/chain/address';
import type { PublicKey } from '$lib/chain/keys/keys';
import { specifier16, unlockConditions, type UnlockConditions } from '$lib/chain/policy/policy';
import { policyAddress, standardUnlockConditions, unlockHash } from '$lib/chain/policy/policyAddress';
import { spendPolicy } from '$lib/chain/policy/policyLayout';
import { formatPolicy } from '$lib/chain/policy/policyText';
import { specifierOf, type Specifier } from '$lib/chain/policy/specifier';
import { formatUnlockKey, parseUnlockKey } from '$lib/chain/policy/unlockKeyText';
import { encodeHex } from '$lib/codec/bytes';
import { CodecError } from '$lib/codec/errors';
import { fromHex, loadVectors, toHex } from '../../support/vectors';

interface ConditionsJson {
  timelock: number | bigint;
  publicKeys: string[];
  signaturesRequired: number;
}
interface Vectors {
  addressParse: { input: string; ok: boolean; canonical?: string }[];
  standard: {
    address: string;
    publicKey: PublicKey;
    unlockConditions: ConditionsJson;
    unlockConditionsHex: string;
    unlockHash: string;
    v2Address: string;
  }[];
  unlockConditions: {
    address: string;
    hex: string;
    json: ConditionsJson;
    policy: { address: string; hex: string; string: string };
  }[];
}
const vectors = loadVectors<Vectors>('address');

const fromJson = ({ timelock, publicKeys, signaturesRequired }: ConditionsJson): UnlockConditions => ({
  timelock: BigInt(timelock),
  publicKeys: (publicKeys ?? []).map(parseUnlockKey),
  signaturesRequired: BigInt(signaturesRequired)
});

describe('parsing an address', () => {
  test.each(vectors.addressParse)('$input', ({ input, ok, canonical }) => {
    if (ok) expect(parseAddress(input)).toBe(canonical);
    else expect(() => parseAddress(input)).toThrow(expect.objectContaining({ code: 'codec/malformed' }));
  });

  test('the void address', () => {
    expect(VOID_ADDRESS).toBe(`${'0'.repeat(64)}89eb0d6a8a69`);
    expect(parseAddress(VOID_ADDRESS)).toBe(VOID_ADDRESS);
  });
});

describe('standard addresses of a key', () => {
  test.each(vectors.standard)('$publicKey', (row) => {
    const conditions = standardUnlockConditions(row.publicKey);
    expect(conditions).toEqual(fromJson(row.unlockConditions));
    expect(toHex(unlockConditions, conditions)).toBe(row.unlockConditionsHex);
    expect(fromHex(unlockConditions, row.unlockConditionsHex)).toEqual(conditions);
    expect(unlockHash(conditions)).toBe(row.address);
    expect(encodeHex(addressHash(unlockHash(conditions)))).toBe(row.unlockHash);
    expect(policyAddress({ type: 'pk', publicKey: row.publicKey })).toBe(row.v2Address);
  });
});

describe('unlock conditions', () => {
  test.each(vectors.unlockConditions)('$address', ({ address, hex, json, policy }) => {
    const conditions = fromHex(unlockConditions, hex);
    expect(conditions).toEqual(fromJson(json));
    expect(conditions.publicKeys.map(formatUnlockKey)).toEqual(json.publicKeys ?? []);
    expect(toHex(unlockConditions, conditions)).toBe(hex);
    expect(unlockHash(conditions)).toBe(address);
    const asPolicy = fromHex(spendPolicy, policy.hex);
    expect(asPolicy).toEqual({ type: 'uc', unlockConditions: conditions });
    expect(toHex(spendPolicy, asPolicy)).toBe(policy.hex);
    expect(formatPolicy(asPolicy)).toBe(policy.string);
    expect(policyAddress(asPolicy)).toBe(policy.address);
  });
});

test('a key text without an algorithm or with odd hex is malformed', () => {
  for (const text of [
    '',
    'ed25519',
    'ed25519:0',
    'ed25519:zz',
    `${'a'.repeat(17)}:00`,
    `"${'a'.repeat(20_000_000)}":00`
  ]) {
    expect(() => parseUnlockKey(text)).toThrow(CodecError);
  }
});

// As printed by the reference implementation; bytes, text.
test.each([
  ['', ':00'],
  ['6e65770a', '"new\\n":00'],
  ['c3a9', '"é":00'],
  ['62ebcab5ff', '"b\\xebʵ\\xff":00'],
  ['e2808f', '"\\u200f":00'],
  ['f3a08081', '"\\U000e0001":00'],
  ['017f225c', '"\\x01\\x7f\\"\\\\":00'],
  ['07080c0a0d090b', '"\\a\\b\\f\\n\\r\\t\\v":00'],
  ['1f20', '"\\x1f ":00'],
  ['c280', '"\\u0080":00'],
  ['8061', '"\\x80a":00'],
  ['efbfbf', '"\\uffff":00'],
  ['f0908080', '"𐀀":00'],
  ['61'.repeat(16), `${'a'.repeat(16)}:00`]
])('the algorithm of bytes %s is printed as %s', (bytes, text) => {
  const key = { ...parseUnlockKey('x:00'), algorithm: fromHex(specifier16, bytes.padEnd(32, '0')) };
  expect(formatUnlockKey(key)).toBe(text);
  expect(parseUnlockKey(text)).toEqual(key);
});

test.each(['a'.repeat(17), 'a'.repeat(1_000_000), 'é'.repeat(9)])('no specifier has more than 16 bytes', (text) => {
  expect(() => specifierOf(text)).toThrow(CodecError);
});

test('a specifier with a character that is no byte is not cut to one', () => {
  expect(() => toHex(specifier16, '\u0165d25519' as Specifier)).toThrow(CodecError);
});

test('an algorithm is read without quotes and with any escape', () => {
  expect(parseUnlockKey('a-b:00').algorithm).toBe('a-b');
  expect(parseUnlockKey('"\\101\\u00e9":00').algorithm).toBe('A\u00c3\u00a9');
  expect(parseUnlockKey('"\\x4A\\x00":00').algorithm).toBe('J');
  const bytesOf = (text: string) => toHex(specifier16, parseUnlockKey(`"${text}":00`).algorithm).replace(/(00)+$/, '');
  expect(['\\ud7ff', '\\ue000', '\\U0010ffff'].map(bytesOf)).toEqual(['ed9fbf', 'ee8080', 'f48fbfbf']);
  for (const text of [
    '"a:00',
    '"a\nb":00',
    '"\\q":00',
    '"\\ud800":00',
    '"\\udfff":00',
    '"\\U00110000":00',
    '"\\400":00',
    '"a"b":00'
  ]) {
    expect(() => parseUnlockKey(text)).toThrow(CodecError);
  }
});
