import type { Height, UnixSeconds } from '../chain/time';
import type { PublicKey } from '../chain/keys';
import type { SpendPolicy } from '../chain/policy';

/** A policy in words, for a tree on a page. */
export interface PolicyWords {
  readonly type: SpendPolicy['type'];
  readonly text: string;
  readonly children: readonly PolicyWords[];
}

export declare function explainPolicy(
  policy: SpendPolicy,
  nameOf?: (publicKey: PublicKey) => string | undefined
): PolicyWords;
/** Every key, once, in the order of the policy. */
export declare function publicKeysOf(policy: SpendPolicy): PublicKey[];
/** `n` of these keys. @throws {PolicyShapeError} */
export declare function thresholdOfKeys(n: number, keys: readonly PublicKey[]): SpendPolicy;
export declare function allOf(...policies: SpendPolicy[]): SpendPolicy;
export declare function anyOf(...policies: SpendPolicy[]): SpendPolicy;
export declare function lockedUntilHeight(height: Height, policy: SpendPolicy): SpendPolicy;
export declare function lockedUntilTime(time: UnixSeconds, policy: SpendPolicy): SpendPolicy;
/** What makes a policy unspendable or fragile. @throws {PolicyShapeError} */
export declare function validatePolicyShape(policy: SpendPolicy): void;
