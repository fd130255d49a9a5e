import type { Height, UnixSeconds } from '$lib/chain/time';
import { publicKeyBytes, publicKeyFromBytes, type PublicKey } from '$lib/chain/keys/keys';
import { isHoldable } from '$lib/chain/keys/verifySignature';
import {
  ED25519_ALGORITHM,
  ENTROPY_ALGORITHM,
  type SpendPolicy,
  type UnlockConditions
} from '$lib/chain/policy/policy';
import { policyAddress } from '$lib/chain/policy/policyAddress';
import { MAX_SUB_POLICIES } from '$lib/chain/policy/verifyPolicy';
import { wrappedTime } from '$lib/chain/policy/wrappedTime';
import { encodeHex } from '$lib/codec/bytes';
import { PolicyShapeError } from '../errors';
import { cheapestPath } from './satisfy';

/** Every key that could sign, without duplicates, in policy order. */
export function publicKeysOf(policy: SpendPolicy): PublicKey[] {
  switch (policy.type) {
    case 'pk':
      return [policy.publicKey];
    case 'thresh':
      return [...new Set(policy.of.flatMap(publicKeysOf))];
    case 'uc':
      return [
        ...new Set(
          policy.unlockConditions.publicKeys.flatMap(({ algorithm, key }) =>
            algorithm === ED25519_ALGORITHM && key.length === 32 ? [publicKeyFromBytes(key)] : []
          )
        )
      ];
    default:
      return [];
  }
}

const MAX_CHILDREN = 255;
/**
 * Locks below are heights, others Unix seconds: the same threshold as Bitcoin's, a time in 1985 and an unreachable
 * height.
 */
const TIME_FROM = 500_000_000n;
/** The year 5138; a date in milliseconds is later. */
const TIME_END = 100_000_000_000n;

/**
 * `n` of the sub-policies.
 * @throws {PolicyShapeError} `n` out of range, or more than 255 sub-policies
 */
export function threshold(n: number, of: readonly SpendPolicy[]): SpendPolicy {
  const policy: SpendPolicy = { type: 'thresh', n, of };
  validatePolicyShape(policy);
  return policy;
}

/**
 * `n` of the keys.
 * @throws {PolicyShapeError}
 */
export const thresholdOfKeys = (n: number, keys: readonly PublicKey[]): SpendPolicy =>
  threshold(
    n,
    keys.map((publicKey) => ({ type: 'pk', publicKey }))
  );

/** All of the sub-policies. @throws as {@link threshold} */
export const allOf = (...policies: SpendPolicy[]): SpendPolicy => threshold(policies.length, policies);
/** Any one of the sub-policies. @throws as {@link threshold} */
export const anyOf = (...policies: SpendPolicy[]): SpendPolicy => threshold(1, policies);

/** The policy with a minimum height. */
export const lockedUntilHeight = (height: Height, policy: SpendPolicy): SpendPolicy =>
  allOf({ type: 'above', height: BigInt(height) }, policy);

/** The policy with a minimum time. */
export const lockedUntilTime = (timestamp: UnixSeconds, policy: SpendPolicy): SpendPolicy =>
  allOf({ type: 'after', timestamp: BigInt(timestamp) }, policy);

/**
 * Rejects policies that can never be spent, that anyone could spend, that need fewer keys than they state, or that do
 * not state who can spend them.
 * @throws {PolicyShapeError}
 */
export function validatePolicyShape(policy: SpendPolicy): void {
  // First: of tens of thousands of keys, each would take a while.
  if (!hasAtMost(MAX_SUB_POLICIES, policy)) throw new PolicyShapeError('too-complex');
  const way = cheapestPath(policy, ({ type }) => (type === 'key' || type === 'hash' ? 1 : 0));
  requireParts(policy);
  if (way === undefined) throw new PolicyShapeError('unreachable');
  if (way.cost === 0) throw new PolicyShapeError('open');
  if (isPartlyHidden(policy)) throw new PolicyShapeError('hidden');
}

/** Whether it has at most this many sub-policies: whichever of them are revealed, the network then verifies them. */
function hasAtMost(count: number, policy: SpendPolicy): boolean {
  const left = [policy];
  for (let found = 0; ;) {
    const next = left.pop();
    if (next === undefined) return true;
    if (next.type !== 'thresh') continue;
    found += next.of.length;
    if (found > count) return false;
    left.push(...next.of);
  }
}

/** Whoever knows a hidden sub-policy can reveal it: the address does not change. */
const isPartlyHidden = (policy: SpendPolicy): boolean =>
  policy.type === 'opaque' || (policy.type === 'thresh' && policy.of.some(isPartlyHidden));

/** Why a policy should not receive payments; undefined if it may. */
export function policyConcern(policy: SpendPolicy): PolicyShapeError | undefined {
  try {
    validatePolicyShape(policy);
    return undefined;
  } catch (error) {
    if (error instanceof PolicyShapeError) return error;
    throw error;
  }
}

function requireParts(policy: SpendPolicy): void {
  if (policy.type === 'above') requireLock(policy.height < TIME_FROM);
  if (policy.type === 'after') {
    requireLock(policy.timestamp >= TIME_FROM);
    if (wrappedTime(policy.timestamp) !== policy.timestamp) throw new PolicyShapeError('wrapping-time');
    if (policy.timestamp >= TIME_END) throw new PolicyShapeError('distant-time');
  }
  if (policy.type === 'pk') requireHoldable(publicKeyBytes(policy.publicKey));
  if (policy.type === 'uc') requireKnownKeys(policy.unlockConditions);
  if (policy.type !== 'thresh') return;
  if (policy.of.length > MAX_CHILDREN) throw new PolicyShapeError('too-many');
  if (policy.of.some(({ type }) => type === 'uc')) throw new PolicyShapeError('nested-unlock-conditions');
  if (policy.of.some((child) => child.type === 'thresh' && child.n === 0)) throw new PolicyShapeError('empty-part');
  policy.of.forEach(requireParts);
  if (policy.n < 2) return;
  // One signature would satisfy both.
  const isRepeated = hasRepeated(policy.of.map(policyAddress)) || hasRepeated(policy.of.flatMap(publicKeysOf));
  if (isRepeated) throw new PolicyShapeError('fewer-keys');
}

function requireHoldable(key: Uint8Array): void {
  if (!isHoldable(key)) throw new PolicyShapeError('not-a-key');
}

function requireLock(isOfItsKind: boolean): void {
  if (!isOfItsKind) throw new PolicyShapeError('mixed-up-lock');
}

const hasRepeated = (ids: readonly string[]): boolean => new Set(ids).size < ids.length;

/**
 * The network accepts any bytes as a signature of an unknown algorithm, and stops at the first key that cannot sign.
 */
function requireKnownKeys({ timelock, publicKeys, signaturesRequired }: UnlockConditions): void {
  requireLock(timelock < TIME_FROM);
  const end = publicKeys.findIndex(({ algorithm }) => algorithm === ENTROPY_ALGORITHM);
  const signing = end === -1 ? publicKeys : publicKeys.slice(0, end);
  if (signing.length < signaturesRequired) throw new PolicyShapeError('unreachable');
  if (signing.filter(({ algorithm }) => algorithm !== ED25519_ALGORITHM).length >= signaturesRequired)
    throw new PolicyShapeError('open');
  const isKnown = signing.every(({ algorithm, key }) => algorithm === ED25519_ALGORITHM && key.length === 32);
  const isRepeated = signaturesRequired > 1n && hasRepeated(signing.map(({ key }) => encodeHex(key)));
  if (!isKnown || isRepeated) throw new PolicyShapeError('fewer-keys');
  signing.forEach(({ key }) => requireHoldable(key));
}
