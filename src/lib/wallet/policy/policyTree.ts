import type { Height, UnixSeconds } from '$lib/chain/time';
import { publicKeyFromBytes, type PublicKey } from '$lib/chain/keys/keys';
import { ED25519_ALGORITHM, ENTROPY_ALGORITHM, type SpendPolicy } from '$lib/chain/policy/policy';
import { formatUnlockKey } from '$lib/chain/policy/unlockKeyText';
import { PolicyShapeError } from '../errors';
import { cheapestWay } from './satisfy';

/** A policy in words, for a tree on a page. */
export interface PolicyWords {
  readonly type: SpendPolicy['type'];
  readonly text: string;
  readonly children: readonly PolicyWords[];
}

type NameOf = (publicKey: PublicKey) => string | undefined;

const leaf = (type: SpendPolicy['type'], text: string): PolicyWords => ({ type, text, children: [] });

const short = (text: string): string => `${text.slice(0, 8)}…${text.slice(-6)}`;

const keyWords = (publicKey: PublicKey, nameOf: NameOf): string =>
  nameOf(publicKey) ?? `the key ${short(publicKey.slice('ed25519:'.length))}`;

/** @param nameOf what a person calls a key */
export function explainPolicy(policy: SpendPolicy, nameOf: NameOf = () => undefined): PolicyWords {
  switch (policy.type) {
    case 'above':
      return leaf('above', `From block ${policy.height} on`);
    case 'after':
      return leaf('after', `After ${timeWords(policy.timestamp)}`);
    case 'pk':
      return leaf('pk', `Signed by ${keyWords(policy.publicKey, nameOf)}`);
    case 'h':
      return leaf('h', `With the secret whose SHA-256 hash is ${short(policy.hash)}`);
    case 'opaque':
      return leaf('opaque', `A hidden condition, ${short(policy.address)}, that cannot be used as it is`);
    case 'thresh':
      return {
        type: 'thresh',
        text: thresholdWords(policy.n, policy.of.length),
        children: policy.of.map((child) => explainPolicy(child, nameOf))
      };
    case 'uc': {
      const { timelock, publicKeys, signaturesRequired } = policy.unlockConditions;
      const locked = timelock > 0n ? `, from block ${timelock} on` : '';
      return {
        type: 'uc',
        text: `${thresholdWords(Number(signaturesRequired), publicKeys.length)}${locked}`,
        children: publicKeys.map((key) => {
          if (key.algorithm === ENTROPY_ALGORITHM) return leaf('pk', 'A key that can never sign');
          if (key.algorithm !== ED25519_ALGORITHM || key.key.length !== 32) {
            return leaf('pk', `A key of an unknown kind, ${short(formatUnlockKey(key))}`);
          }
          return leaf('pk', `Signed by ${keyWords(publicKeyFromBytes(key.key), nameOf)}`);
        })
      };
    }
  }
}

function thresholdWords(n: number, of: number): string {
  if (n === 0) return 'Nothing is needed: anybody can spend this';
  if (n > of) return `${n} of these, but there are only ${of}: this can never be spent`;
  if (of === 1) return 'This';
  if (n === of) return of === 2 ? 'Both of these' : `All ${of} of these`;
  return n === 1 ? 'Any one of these' : `Any ${n} of these ${of}`;
}

/** Every key that could sign, once, in the order of the policy. */
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
 * `n` of these sub-policies.
 * @throws {PolicyShapeError} a number that cannot be reached, or more than 255 sub-policies
 */
export function threshold(n: number, of: readonly SpendPolicy[]): SpendPolicy {
  const policy: SpendPolicy = { type: 'thresh', n, of };
  validatePolicyShape(policy);
  return policy;
}

/**
 * `n` of these keys.
 * @throws {PolicyShapeError}
 */
export const thresholdOfKeys = (n: number, keys: readonly PublicKey[]): SpendPolicy =>
  threshold(
    n,
    keys.map((publicKey) => ({ type: 'pk', publicKey }))
  );

export const allOf = (...policies: SpendPolicy[]): SpendPolicy => threshold(policies.length, policies);
export const anyOf = (...policies: SpendPolicy[]): SpendPolicy => threshold(1, policies);

/** The policy, and not before the chain has this height. */
export const lockedUntilHeight = (height: Height, policy: SpendPolicy): SpendPolicy =>
  allOf({ type: 'above', height: BigInt(height) }, policy);

/** The policy, and not before this time. */
export const lockedUntilTime = (timestamp: UnixSeconds, policy: SpendPolicy): SpendPolicy =>
  allOf({ type: 'after', timestamp: BigInt(timestamp) }, policy);

/**
 * Refuses policies that could never be spent, or that anybody could spend at some time.
 * @throws {PolicyShapeError}
 */
export function validatePolicyShape(policy: SpendPolicy): void {
  const way = cheapestWay(policy, ({ type }) => (type === 'key' || type === 'hash' ? 1 : 0));
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

/** A policy may name any 64-bit second, calendars end earlier. */
function timeWords(seconds: bigint): string {
  const date = new Date(Number(seconds) * 1000);
  if (Number.isNaN(date.getTime())) return `second ${seconds} since 1970`;
  return date.toISOString().replace('.000Z', ' UTC').replace('T', ' ');
}
