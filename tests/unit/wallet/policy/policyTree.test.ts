import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyPolicy } from '../../../support/arbitraries';
import type { SpendPolicy } from '$lib/chain/policy/policy';
import { policyAddress, standardUnlockConditions } from '$lib/chain/policy/policyAddress';
import {
  allOf,
  anyOf,
  publicKeysOf,
  threshold,
  thresholdOfKeys,
  validatePolicyShape
} from '$lib/wallet/policy/policyTree';
import { cheapestPath } from '$lib/wallet/policy/satisfy';
import { seedWallet } from '../support';

const keys = seedWallet(3).keys.map(({ publicKey }) => publicKey);
const pk = (i: number): SpendPolicy => ({ type: 'pk', publicKey: keys[i]! });

test('keys are unique and in order', () => {
  expect(publicKeysOf(allOf(pk(1), anyOf(pk(0), pk(1))))).toEqual([keys[1], keys[0]]);
  expect(publicKeysOf({ type: 'uc', unlockConditions: standardUnlockConditions(keys[2]!) })).toEqual([keys[2]]);
  expect(publicKeysOf({ type: 'opaque', address: policyAddress(pk(0)) })).toEqual([]);
});

describe('a policy that should not receive payments is rejected', () => {
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

  test('255 keys are not too many', () => {
    const of = Array.from({ length: 255 }, () => pk(0));
    expect(() => validatePolicyShape({ type: 'thresh', n: 1, of })).not.toThrow();
  });

  test('builders reject it too', () => {
    expect(() => threshold(3, [pk(0), pk(1)])).toThrow(expect.objectContaining({ fault: 'unreachable' }));
    expect(() => thresholdOfKeys(0, keys)).toThrow(expect.objectContaining({ fault: 'open' }));
    expect(() => allOf()).toThrow(expect.objectContaining({ fault: 'open' }));
  });
});

test('hiding unused sub-policies never changes the address', () => {
  fc.assert(
    fc.property(anyPolicy, fc.func(fc.option(fc.nat(9), { nil: undefined })), (policy, costOf) => {
      const way = cheapestPath(policy, costOf);
      if (way !== undefined) expect(policyAddress(way.policy)).toBe(policyAddress(policy));
    })
  );
});
