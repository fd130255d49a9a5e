import type { Height, UnixSeconds } from '$lib/chain/time';
import { publicKeyFromBytes, type PublicKey } from '$lib/chain/keys/keys';
import { ED25519_ALGORITHM, type SpendPolicy } from '$lib/chain/policy/policy';
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

export const allOf = (...policies: SpendPolicy[]): SpendPolicy => threshold(policies.length, policies);
export const anyOf = (...policies: SpendPolicy[]): SpendPolicy => threshold(1, policies);

/** The policy with a minimum height. */
export const lockedUntilHeight = (height: Height, policy: SpendPolicy): SpendPolicy =>
  allOf({ type: 'above', height: BigInt(height) }, policy);

/** The policy with a minimum time. */
export const lockedUntilTime = (timestamp: UnixSeconds, policy: SpendPolicy): SpendPolicy =>
  allOf({ type: 'after', timestamp: BigInt(timestamp) }, policy);

/**
 * Rejects policies that nobody could ever spend, or that anybody could spend.
 * @throws {PolicyShapeError}
 */
export function validatePolicyShape(policy: SpendPolicy): void {
  const way = cheapestPath(policy, ({ type }) => (type === 'key' || type === 'hash' ? 1 : 0));
  requireParts(policy);
  if (way === undefined) throw new PolicyShapeError('unreachable');
  if (way.cost === 0) throw new PolicyShapeError('open');
}

function requireParts(policy: SpendPolicy): void {
  if (policy.type !== 'thresh') return;
  if (policy.of.length > MAX_CHILDREN) throw new PolicyShapeError('too-many');
  if (policy.of.some(({ type }) => type === 'uc')) throw new PolicyShapeError('nested-unlock-conditions');
  policy.of.forEach(requireParts);
}
