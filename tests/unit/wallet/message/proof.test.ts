import { describe, expect, test } from 'vitest';
import type { BlockId, Hash256 } from '$lib/chain/ids';
import type { UnixSeconds } from '$lib/chain/time';
import { publicKeyBytes, type Signature } from '$lib/chain/keys/keys';
import { sign } from '$lib/chain/keys/sign';
import { ED25519_ALGORITHM, type SpendPolicy } from '$lib/chain/policy/policy';
import { policyAddress } from '$lib/chain/policy/policyAddress';
import { allOf, lockedUntilHeight, lockedUntilTime, thresholdOfKeys } from '$lib/wallet/policy/policyTree';
import {
  hashToSign,
  locksOf,
  signProof,
  verifyProof,
  type MessageProof,
  type MessageSigner
} from '$lib/wallet/message/proof';
import { seedWallet } from '../support';

const genesis = '11'.repeat(32) as BlockId;
const { keys } = seedWallet(9, 4);
const publicKeys = keys.map(({ publicKey }) => publicKey);
const pk = (i: number): SpendPolicy => ({ type: 'pk', publicKey: publicKeys[i]! });

/** Signs with some of the keys. */
const signerOf = (...indexes: number[]): MessageSigner => ({
  keyOf: (publicKey) => {
    const index = publicKeys.indexOf(publicKey);
    return indexes.includes(index) ? { index, form: 'pk' } : undefined;
  },
  sign: ({ index }, message) => Promise.resolve(sign(keys[index]!.privateKey, hashToSign(message, publicKeys[index]!)))
});

const unsigned = (policy: SpendPolicy): MessageProof => ({
  network: 'private',
  address: policyAddress(policy),
  seconds: 1_700_000_000,
  domain: '',
  message: 'mine',
  policy,
  signatures: []
});
const verdict = (proof: MessageProof) => verifyProof(proof, genesis).result;

const multisigConditions = (n: bigint): SpendPolicy => ({
  type: 'uc',
  unlockConditions: {
    timelock: 500n,
    publicKeys: publicKeys.slice(0, 3).map((key) => ({ algorithm: ED25519_ALGORITHM, key: publicKeyBytes(key) })),
    signaturesRequired: n
  }
});

describe.each([
  ['a threshold', thresholdOfKeys(2, publicKeys.slice(0, 3))],
  ['unlock conditions', multisigConditions(2n)],
  ['a locked threshold', lockedUntilHeight(1_000_000, thresholdOfKeys(2, publicKeys.slice(0, 3)))]
])('2 of 3 keys in %s', (_, policy) => {
  test.each([
    [0, 1],
    [2, 0],
    [1, 2]
  ])('signed by %i, then by %i', async (first, second) => {
    const half = await signProof(unsigned(policy), genesis, signerOf(first));
    expect(verifyProof(half, genesis)).toMatchObject({ result: 'incomplete', have: 1, needed: 2 });
    const whole = await signProof(half, genesis, signerOf(second));
    expect(verdict(whole)).toBe('valid');
    expect(policyAddress(whole.policy)).toBe(whole.address);
  });

  test('one signer with all keys signs as often as needed', async () => {
    const whole = await signProof(unsigned(policy), genesis, signerOf(0, 1, 2));
    expect(whole.signatures).toHaveLength(2);
    expect(verdict(whole)).toBe('valid');
  });

  test('a surplus, duplicate or foreign signature is invalid', async () => {
    const whole = await signProof(unsigned(policy), genesis, signerOf(0, 1));
    const [first, second] = whole.signatures as [Signature, Signature];
    const third = sign(keys[2]!.privateKey, hashToSign({ content: { ...whole, genesis }, policy }, publicKeys[2]!));
    const foreign = sign(keys[3]!.privateKey, hashToSign({ content: { ...whole, genesis }, policy }, publicKeys[0]!));
    expect(verdict({ ...whole, policy, signatures: [first, second, third] })).toBe('wrong-signature');
    expect(verdict({ ...whole, signatures: [first, first] })).toBe('wrong-signature');
    expect(verdict({ ...whole, signatures: [first, foreign] })).toBe('wrong-signature');
    expect(verdict({ ...whole, signatures: [second, first] })).toBe('wrong-signature');
  });
});

test('signatures follow the order of the keys, so that each is compared with few keys only', async () => {
  const policy = thresholdOfKeys(3, publicKeys.slice(0, 3));
  const half = await signProof(unsigned(policy), genesis, signerOf(0, 1));
  expect(verdict(half)).toBe('incomplete');
  expect(verdict({ ...half, signatures: half.signatures.toReversed() })).toBe('wrong-signature');
});

describe('policies that cannot be proved', () => {
  const preimage: SpendPolicy = { type: 'h', hash: '22'.repeat(32) as Hash256 };
  const unknownAlgorithm: SpendPolicy = {
    type: 'uc',
    unlockConditions: {
      timelock: 0n,
      publicKeys: [{ algorithm: 'future' as typeof ED25519_ALGORITHM, key: new Uint8Array(32) }],
      signaturesRequired: 1n
    }
  };

  test.each<[string, SpendPolicy]>([
    ['a preimage', allOf(pk(0), preimage)],
    ['only locks', { type: 'above', height: 5n }],
    ['a hidden condition', { type: 'opaque', address: policyAddress(pk(0)) }],
    ['a key of an unknown algorithm, whose signatures always count', unknownAlgorithm]
  ])('%s', (_, policy) => {
    expect(verdict({ ...unsigned(policy), signatures: ['ab'.repeat(64) as Signature] })).toBe('not-provable');
  });

  test('a key beside a preimage or a lock can be proved', async () => {
    for (const other of [preimage, { type: 'above', height: 5n } as const]) {
      const policy: SpendPolicy = { type: 'thresh', n: 1, of: [other, pk(0)] };
      expect(verdict(await signProof(unsigned(policy), genesis, signerOf(0)))).toBe('valid');
    }
  });
});

test('the policy must match the address', async () => {
  const proof = { ...unsigned(pk(0)), policy: pk(1) };
  expect(verdict(proof)).toBe('wrong-policy');
  await expect(signProof(proof, genesis, signerOf(1))).rejects.toMatchObject({ fault: 'foreign-policy' });
});

test('a key signs only for a policy that contains it', () => {
  const content = { ...unsigned(pk(0)), genesis };
  expect(hashToSign({ content, policy: pk(0) }, publicKeys[0]!)).toHaveLength(32);
  const foreign = expect.objectContaining({ code: 'wallet/message', fault: 'foreign-policy' });
  expect(() => hashToSign({ content, policy: pk(0) }, publicKeys[1]!)).toThrow(foreign);
  expect(() => hashToSign({ content, policy: pk(1) }, publicKeys[1]!)).toThrow(foreign);
});

test('a time outside the valid range', async () => {
  const proof = await signProof(unsigned(pk(0)), genesis, signerOf(0));
  expect(verifyProof(proof, genesis, { from: 1_700_000_000, to: 1_700_000_000 }).result).toBe('valid');
  expect(verifyProof(proof, genesis, { from: 0, to: 1_699_999_999 }).result).toBe('outside-period');
  expect(verifyProof(proof, genesis, { from: 1_700_000_001, to: 1_800_000_000 }).result).toBe('outside-period');
});

test('locks are listed with the result', () => {
  expect(locksOf(lockedUntilHeight(7, pk(0)))).toEqual([{ type: 'above', height: 7n }]);
  expect(locksOf(lockedUntilTime(1_700_000_000 as UnixSeconds, pk(0)))).toEqual([
    { type: 'after', timestamp: 1_700_000_000n }
  ]);
  expect(locksOf(multisigConditions(1n))).toEqual([{ type: 'above', height: 500n }]);
  expect(locksOf(pk(0))).toEqual([]);
});
