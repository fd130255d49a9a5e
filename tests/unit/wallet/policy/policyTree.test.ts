import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyPolicy } from '../../../support/arbitraries';
import type { SpendPolicy } from '$lib/chain/policy/policy';
import { policyAddress, standardUnlockConditions } from '$lib/chain/policy/policyAddress';
import { unixSeconds } from '$lib/chain/time';
import {
  allOf,
  anyOf,
  explainPolicy,
  lockedUntilHeight,
  lockedUntilTime,
  publicKeysOf,
  threshold,
  thresholdOfKeys,
  validatePolicyShape
} from '$lib/wallet/policy/policyTree';
import { cheapestWay } from '$lib/wallet/policy/satisfy';
import { seedWallet } from '../support';

const keys = seedWallet(3).keys.map(({ publicKey }) => publicKey);
const pk = (i: number): SpendPolicy => ({ type: 'pk', publicKey: keys[i]! });

describe('in words', () => {
  const lines = (policy: SpendPolicy): string[] => {
    const { text, children } = explainPolicy(policy, (key) => ['Ann', 'Ben', 'Cleo'][keys.indexOf(key)]);
    return [text, ...children.map((child) => child.text)];
  };

  test.each([
    [thresholdOfKeys(2, keys.slice(0, 3)), ['Any 2 of these 3', 'Signed by Ann', 'Signed by Ben', 'Signed by Cleo']],
    [allOf(pk(0), pk(1)), ['Both of these', 'Signed by Ann', 'Signed by Ben']],
    [anyOf(pk(0), pk(1)), ['Any one of these', 'Signed by Ann', 'Signed by Ben']],
    [lockedUntilHeight(500, pk(0)), ['Both of these', 'From block 500 on', 'Signed by Ann']],
    [
      lockedUntilTime(unixSeconds(1_700_000_000), pk(0)),
      ['Both of these', 'After 2023-11-14 22:13:20 UTC', 'Signed by Ann']
    ],
    [{ type: 'uc', unlockConditions: standardUnlockConditions(keys[0]!) } as const, ['This', 'Signed by Ann']],
    [{ type: 'thresh', n: 0, of: [] } as const, ['Nothing is needed: anybody can spend this']]
  ])('%#', (policy, expected) => {
    expect(lines(policy)).toEqual(expected);
  });

  test('any policy has some, of the same shape', () => {
    const shape = (policy: SpendPolicy): unknown[] =>
      policy.type === 'thresh' ? [policy.type, ...policy.of.map(shape)] : [policy.type];
    const wordsShape = ({ type, children }: ReturnType<typeof explainPolicy>): unknown[] =>
      type === 'uc' ? [type] : [type, ...children.map(wordsShape)];
    fc.assert(
      fc.property(
        anyPolicy.filter(
          (policy) => !JSON.stringify(policy, (_, v) => (typeof v === 'bigint' ? `${v}` : v)).includes('after')
        ),
        (policy) => {
          const words = explainPolicy(policy);
          expect(words.text).not.toBe('');
          expect(wordsShape(words)).toEqual(shape(policy));
        }
      )
    );
  });
});

test('keys come once, in order', () => {
  expect(publicKeysOf(allOf(pk(1), anyOf(pk(0), pk(1))))).toEqual([keys[1], keys[0]]);
  expect(publicKeysOf({ type: 'uc', unlockConditions: standardUnlockConditions(keys[2]!) })).toEqual([keys[2]]);
  expect(publicKeysOf({ type: 'opaque', address: policyAddress(pk(0)) })).toEqual([]);
});

describe('a policy nobody should be paid to is refused', () => {
  const above: SpendPolicy = { type: 'above', height: 5n };
  test.each<[string, SpendPolicy, string]>([
    ['a hidden one', { type: 'opaque', address: policyAddress(pk(0)) }, 'unreachable'],
    ['2 of 1', { type: 'thresh', n: 2, of: [pk(0)] }, 'unreachable'],
    [
      '2 of which one is hidden',
      { type: 'thresh', n: 2, of: [pk(0), { type: 'opaque', address: policyAddress(pk(1)) }] },
      'unreachable'
    ],
    ['0 of 1', { type: 'thresh', n: 0, of: [pk(0)] }, 'open'],
    ['a lock alone', above, 'open'],
    ['a key, or a lock', { type: 'thresh', n: 1, of: [pk(0), above] }, 'open'],
    [
      'unlock conditions inside',
      { type: 'thresh', n: 1, of: [pk(0), { type: 'uc', unlockConditions: standardUnlockConditions(keys[0]!) }] },
      'nested-unlock-conditions'
    ],
    ['256 keys', { type: 'thresh', n: 1, of: Array.from({ length: 256 }, () => pk(0)) }, 'too-many']
  ])('%s', (_, policy, fault) => {
    expect(() => validatePolicyShape(policy)).toThrow(expect.objectContaining({ code: 'wallet/policy-shape', fault }));
  });

  test('builders refuse it too', () => {
    expect(() => threshold(3, [pk(0), pk(1)])).toThrow(expect.objectContaining({ fault: 'unreachable' }));
    expect(() => thresholdOfKeys(0, keys)).toThrow(expect.objectContaining({ fault: 'open' }));
    expect(() => allOf()).toThrow(expect.objectContaining({ fault: 'open' }));
  });
});

test('hiding what is not used never changes the address', () => {
  fc.assert(
    fc.property(anyPolicy, fc.func(fc.option(fc.nat(9), { nil: undefined })), (policy, costOf) => {
      const way = cheapestWay(policy, costOf);
      if (way !== undefined) expect(policyAddress(way.policy)).toBe(policyAddress(policy));
    })
  );
});
