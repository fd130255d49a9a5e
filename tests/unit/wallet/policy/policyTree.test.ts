import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyPolicy } from '../../../support/arbitraries';
import { publicKeyBytes, publicKeyFromBytes, type PublicKey, type Signature } from '$lib/chain/keys/keys';
import { verifySignature } from '$lib/chain/keys/verifySignature';
import { ED25519_ALGORITHM, ENTROPY_ALGORITHM, type SpendPolicy, type UnlockKey } from '$lib/chain/policy/policy';
import type { Specifier } from '$lib/chain/policy/specifier';
import { verifyPolicy } from '$lib/chain/policy/verifyPolicy';
import { concatBytes, decodeHex, encodeHex, equalBytes } from '$lib/codec/bytes';
import { policyAddress, standardUnlockConditions } from '$lib/chain/policy/policyAddress';
import {
  allOf,
  anyOf,
  policyConcern,
  publicKeysOf,
  threshold,
  thresholdOfKeys,
  validatePolicyShape
} from '$lib/wallet/policy/policyTree';
import { cheapestPath, isOpen } from '$lib/wallet/policy/satisfy';
import { seedWallet } from '../support';

const keys = seedWallet(3).keys.map(({ publicKey }) => publicKey);
const pk = (i: number): SpendPolicy => ({ type: 'pk', publicKey: keys[i]! });

test('keys are distinct and in order', () => {
  expect(publicKeysOf(allOfUnchecked(pk(1), anyOf(pk(0), pk(1))))).toEqual([keys[1], keys[0]]);
  expect(publicKeysOf({ type: 'uc', unlockConditions: standardUnlockConditions(keys[2]!) })).toEqual([keys[2]]);
  expect(publicKeysOf({ type: 'opaque', address: policyAddress(pk(0)) })).toEqual([]);
});

const key = (i: number): UnlockKey => ({ algorithm: ED25519_ALGORITHM, key: publicKeyBytes(keys[i]!) });
const unknown: UnlockKey = { algorithm: 'later' as Specifier, key: new Uint8Array(32) };
const unlock = (publicKeys: UnlockKey[], signaturesRequired: bigint): SpendPolicy => ({
  type: 'uc',
  unlockConditions: { timelock: 0n, publicKeys, signaturesRequired }
});
const hidden = (policy: SpendPolicy): SpendPolicy => ({ type: 'opaque', address: policyAddress(policy) });
/** A key without an owner, from the bytes of its point. */
const ownerless = (point: string): SpendPolicy => ({
  type: 'pk',
  publicKey: publicKeyFromBytes(decodeHex(point.padEnd(64, '0')))
});
const allOfUnchecked = (...of: SpendPolicy[]): SpendPolicy => ({ type: 'thresh', n: of.length, of });

/** Whether the network accepts these signatures, where a signature counts as valid if it equals its key. */
function isAccepted(policy: SpendPolicy, signatures: PublicKey[]): boolean {
  const verifySignature = (publicKey: Uint8Array, _: Uint8Array, signature: Uint8Array) =>
    equalBytes(publicKey, signature.subarray(0, 32));
  const texts = signatures.map((signer) => encodeHex(publicKeyBytes(signer)).padEnd(128, '0') as Signature);
  const context = { height: 1, medianTimestamp: 1_700_000_000, sigHash: new Uint8Array(32), verifySignature };
  try {
    verifyPolicy({ policy, signatures: texts, preimages: [] }, context);
    return true;
  } catch {
    return false;
  }
}

test('the network accepts fewer keys than such policies appear to require', () => {
  const twice: SpendPolicy = {
    type: 'thresh',
    n: 2,
    of: [pk(0), pk(0), { type: 'opaque', address: policyAddress(pk(1)) }]
  };
  expect(isAccepted(twice, [keys[0]!, keys[0]!])).toBe(true);
  const nested = allOfUnchecked(pk(0), { type: 'thresh', n: 1, of: [pk(0), hidden(pk(1))] });
  expect(isAccepted(nested, [keys[0]!, keys[0]!])).toBe(true);
  // What is hidden from one user can be revealed by another: the address is the same.
  const shown: SpendPolicy = { type: 'thresh', n: 1, of: [pk(0), hidden(pk(1))] };
  const revealed: SpendPolicy = { type: 'thresh', n: 1, of: [hidden(pk(0)), pk(1)] };
  expect(policyAddress(revealed)).toBe(policyAddress(shown));
  expect(isAccepted(revealed, [keys[1]!])).toBe(true);
  expect(isAccepted(unlock([key(0), key(0), key(1)], 2n), [keys[0]!, keys[0]!])).toBe(true);
  expect(isAccepted(unlock([key(0), unknown], 1n), [keys[2]!])).toBe(true);
  const wrapping = { type: 'after', timestamp: 2n ** 63n - 1n } as const;
  expect(isAccepted(wrapping, [])).toBe(true);
  expect(isOpen(wrapping, { height: 1, medianTimestamp: 1_700_000_000 })).toBe(true);
});

test('anyone can sign for a key of small order', () => {
  // The signature that adds nothing: R is the neutral element, and S is 0.
  const neutral = decodeHex('01'.padEnd(64, '0'));
  const signature = concatBytes(neutral, new Uint8Array(32));
  expect(verifySignature(neutral, new Uint8Array(32).fill(7), signature)).toBe(true);
});

describe('a policy that should not receive payments is rejected', () => {
  const above: SpendPolicy = { type: 'above', height: 5n };
  test.each<[string, SpendPolicy, string]>([
    ['a hidden one', { type: 'opaque', address: policyAddress(pk(0)) }, 'unreachable'],
    ['2 of 1', { type: 'thresh', n: 2, of: [pk(0)] }, 'unreachable'],
    [
      '2, of which one is hidden',
      { type: 'thresh', n: 2, of: [pk(0), { type: 'opaque', address: policyAddress(pk(1)) }] },
      'unreachable'
    ],
    ['0 of 1', { type: 'thresh', n: 0, of: [pk(0)] }, 'open'],
    ['only a lock', above, 'open'],
    ['a key, or a lock', { type: 'thresh', n: 1, of: [pk(0), above] }, 'open'],
    [
      'nested unlock conditions',
      { type: 'thresh', n: 1, of: [pk(0), { type: 'uc', unlockConditions: standardUnlockConditions(keys[0]!) }] },
      'nested-unlock-conditions'
    ],
    ['2 of 3, with one key listed twice', { type: 'thresh', n: 2, of: [pk(0), pk(1), pk(0)] }, 'fewer-keys'],
    ['2 of 2, with one key in both', allOfUnchecked(pk(0), { type: 'thresh', n: 1, of: [pk(0), pk(1)] }), 'fewer-keys'],
    ['a key, or something hidden', { type: 'thresh', n: 1, of: [pk(0), hidden(pk(1))] }, 'hidden'],
    [
      'two keys, of which one also with something hidden',
      allOfUnchecked(pk(0), { type: 'thresh', n: 1, of: [pk(1), hidden(pk(2))] }),
      'hidden'
    ],
    ['a key of the network’s earlier kind, twice', unlock([key(0), key(0), key(1)], 2n), 'fewer-keys'],
    ['or a key of an unknown algorithm', unlock([key(0), unknown], 1n), 'open'],
    ['2, of which one is of an unknown algorithm', unlock([key(0), key(1), unknown], 2n), 'fewer-keys'],
    ['or a key of another length', unlock([key(0), { ...key(1), key: new Uint8Array(31) }], 1n), 'fewer-keys'],
    [
      'a key after one that cannot sign',
      unlock([{ ...key(1), algorithm: ENTROPY_ALGORITHM }, key(0)], 1n),
      'unreachable'
    ],
    [
      'a key, and a time that wraps around',
      allOfUnchecked(pk(0), { type: 'after', timestamp: 2n ** 63n - 1n }),
      'wrapping-time'
    ],
    [
      'a key, and milliseconds',
      allOfUnchecked(pk(0), { type: 'after', timestamp: 1_800_000_000_000n }),
      'distant-time'
    ],
    ['a key, and nothing of another', allOfUnchecked(pk(0), { type: 'thresh', n: 0, of: [pk(1)] }), 'empty-part'],
    ['a key, or one of small order', { type: 'thresh', n: 1, of: [pk(0), ownerless('01')] }, 'not-a-key'],
    ['a key, or only zeros', { type: 'thresh', n: 1, of: [pk(0), ownerless('')] }, 'not-a-key'],
    ['two keys, of which one is no point', allOfUnchecked(pk(0), ownerless('02')), 'not-a-key'],
    [
      'a key of small order, of the network’s earlier kind',
      unlock([{ ...key(0), key: new Uint8Array(32) }], 1n),
      'not-a-key'
    ],
    ['seconds instead of a height', allOfUnchecked(pk(0), { type: 'above', height: 1_800_000_000n }), 'mixed-up-lock'],
    ['a height instead of seconds', allOfUnchecked(pk(0), { type: 'after', timestamp: 620_000n }), 'mixed-up-lock'],
    ['256 keys', { type: 'thresh', n: 1, of: Array.from({ length: 256 }, () => pk(0)) }, 'too-many']
  ])('%s', (_, policy, fault) => {
    expect(() => validatePolicyShape(policy)).toThrow(expect.objectContaining({ code: 'wallet/policy-shape', fault }));
    expect(policyConcern(policy)).toMatchObject({ fault });
    expect(policyConcern(pk(0))).toBeUndefined();
  });

  test('more sub-policies than the network verifies are refused: nothing that needs all of them could be spent', () => {
    const branch = (length: number): SpendPolicy => ({ type: 'thresh', n: 1, of: Array.from({ length }, () => pk(0)) });
    const nested = (last: number): SpendPolicy => ({
      type: 'thresh',
      n: 1,
      of: [...Array.from({ length: 4 }, () => branch(250)), branch(last)]
    });
    // 5 branches of 1,019 keys.
    expect(policyConcern(nested(19))).toBeUndefined();
    expect(policyConcern(nested(20))).toMatchObject({ fault: 'too-complex' });
  });

  test('255 keys are allowed', () => {
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
