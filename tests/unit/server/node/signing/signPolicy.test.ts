import { sha256 } from '@noble/hashes/sha2.js';
import { describe, expect, test } from 'vitest';
import type { Hash256 } from '$lib/chain/ids';
import type { PrivateKey, PublicKey, Signature } from '$lib/chain/keys/keys';
import { derivePublicKey, sign } from '$lib/chain/keys/sign';
import { verifySignature } from '$lib/chain/keys/verifySignature';
import type { SpendPolicy } from '$lib/chain/policy/policy';
import type { PolicyContext } from '$lib/chain/policy/verifyPolicy';
import { policyAddress } from '$lib/chain/policy/policyAddress';
import { decodeHex, encodeHex } from '$lib/codec/bytes';
import { signPolicy } from '$lib/server/node/signing/signPolicy';
import { allOf, thresholdOfKeys } from '$lib/wallet/policy/policyTree';

const sigHash = new Uint8Array(32).fill(9);
const context: PolicyContext = { height: 10, medianTimestamp: 1_700_000_000, sigHash, verifySignature };
const keys = [1, 2, 3].map((byte) => new Uint8Array(32).fill(byte) as PrivateKey);
const publicKeys = keys.map(derivePublicKey);
const signatures = keys.map((key) => sign(key, sigHash));
const wrong = 'ab'.repeat(64) as Signature;

/** Signs with some of the keys, and records which were requested. */
function signer(...held: number[]) {
  const asked: number[] = [];
  const signWith = (publicKey: PublicKey): Signature | undefined => {
    const index = publicKeys.indexOf(publicKey);
    asked.push(index);
    return held.includes(index) ? signatures[index] : undefined;
  };
  return { asked, signWith };
}

const twoOfThree = thresholdOfKeys(2, publicKeys);
const bare = (policy: SpendPolicy) => ({ policy, signatures: [], preimages: [] });

describe('two of three keys', () => {
  test.each([
    [
      [0, 1, 2],
      [0, 1]
    ],
    [
      [2, 0],
      [0, 2]
    ],
    [
      [1, 2],
      [1, 2]
    ]
  ])('with keys %j: the signatures of %j in policy order', (held, used) => {
    const { asked, signWith } = signer(...held);
    const signed = signPolicy(bare(twoOfThree), context, signWith);
    expect(signed).toMatchObject({ isComplete: true, signatures: used.map((index) => signatures[index]) });
    expect(policyAddress(signed.policy)).toBe(policyAddress(twoOfThree));
    // Each key signs only once.
    expect(asked.toSorted()).toEqual([0, 1, 2]);
  });

  test('with one key: its signature, and the policy unchanged', () => {
    const signed = signPolicy(bare(twoOfThree), context, signer(1).signWith);
    expect(signed).toEqual({ policy: twoOfThree, signatures: [signatures[1]], preimages: [], isComplete: false });
  });

  test('with one key and the signature of another', () => {
    const given = { ...bare(twoOfThree), signatures: [signatures[2]!] };
    const { asked, signWith } = signer(1);
    expect(signPolicy(given, context, signWith)).toMatchObject({
      isComplete: true,
      signatures: [signatures[1], signatures[2]]
    });
    expect(asked.toSorted()).toEqual([0, 1]);
  });

  test('an existing signature appears once, and one that verifies for no key does not count', () => {
    const given = { ...bare(twoOfThree), signatures: [wrong, signatures[2]!] };
    expect(signPolicy(given, context, signer().signWith)).toMatchObject({
      isComplete: false,
      signatures: [wrong, signatures[2]]
    });
  });

  test('a key that signs the wrong hash completes nothing', () => {
    const signed = signPolicy(bare(twoOfThree), context, () => wrong);
    expect(signed).toMatchObject({ isComplete: false, signatures: [wrong, wrong] });
  });

  test('an error that is not about the policy is rethrown', () => {
    const broken = () => {
      throw new RangeError('broken');
    };
    expect(() => signPolicy(bare(twoOfThree), { ...context, verifySignature: broken }, () => wrong)).toThrow(
      RangeError
    );
  });
});

describe('a preimage beside a key', () => {
  const preimage = '07'.repeat(32) as Hash256;
  const hash = encodeHex(sha256(decodeHex(preimage))) as Hash256;
  const policy = allOf({ type: 'pk', publicKey: publicKeys[0]! }, { type: 'h', hash });

  test.each([
    ['given', [preimage], true],
    ['of another hash', ['08'.repeat(32) as Hash256], false],
    ['missing', [], false]
  ])('%s', (_, preimages, isComplete) => {
    const signed = signPolicy({ ...bare(policy), preimages }, context, signer(0).signWith);
    expect(signed).toMatchObject({ isComplete, signatures: [signatures[0]], preimages });
  });

  test('is the one of its hash among several', () => {
    const preimages = ['08'.repeat(32) as Hash256, preimage];
    const signed = signPolicy({ ...bare(policy), preimages }, context, signer(0).signWith);
    expect(signed).toMatchObject({ isComplete: true, preimages: [preimage] });
  });
});
