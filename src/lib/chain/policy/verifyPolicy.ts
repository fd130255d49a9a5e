import { sha256 } from '@noble/hashes/sha2.js';
import { decodeHex, encodeHex } from '$lib/codec/bytes';
import { PolicyError } from '../errors';
import { publicKeyBytes } from '../keys/keys';
import {
  ED25519_ALGORITHM,
  ENTROPY_ALGORITHM,
  type SatisfiedPolicy,
  type SpendPolicy,
  type UnlockConditions
} from './policy';
import type { Height } from '../time';
import { utcText } from './utcText';
import { wrappedTime } from './wrappedTime';

/** Whether a 64-byte signature of a message is valid for a 32-byte public key under the network's rules. */
export type VerifySignature = (publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array) => boolean;

/** For signatures that are assumed valid: what they sign need not be computed. */
export const acceptSignature: VerifySignature = () => true;

/** Chain state and message that a policy is verified against. */
export interface PolicyContext {
  /** Height of the tip, not of the spending block. */
  readonly height: Height;
  /** Median of the timestamps up to the tip, in seconds; may be half-integral. */
  readonly medianTimestamp: number;
  /** The 32 signed bytes. */
  readonly sigHash: Uint8Array;
  readonly verifySignature: VerifySignature;
}

/** Limit for the whole tree, without hidden parts. */
export const MAX_SUB_POLICIES = 1024;

/**
 * Checks that the signatures and preimages satisfy the policy, and that none are left over. Messages are worded as in
 * the reference implementation.
 * @throws {PolicyError} the first condition that is not satisfied
 */
export function verifyPolicy(satisfied: SatisfiedPolicy, context: PolicyContext): void {
  const walk = new PolicyWalk(satisfied, context);
  walk.verify(satisfied.policy);
  walk.requireAllUsed();
}

/** One verification: the policy consumes signatures and preimages from the front of their queues. */
class PolicyWalk {
  #subPolicies = 0;
  #signaturesUsed = 0;
  #preimagesUsed = 0;

  constructor(
    private readonly given: SatisfiedPolicy,
    private readonly context: PolicyContext
  ) {}

  verify(policy: SpendPolicy): void {
    switch (policy.type) {
      case 'above':
        return this.#requireHeight(policy.height);
      case 'after':
        if (this.context.medianTimestamp > wrappedTime(policy.timestamp)) return;
        throw new PolicyError(
          'policy/median-not-reached',
          `median timestamp (${utcText(this.context.medianTimestamp)}) not after ${utcText(wrappedTime(policy.timestamp))}`
        );
      case 'pk':
        if (!this.#takeSignature(publicKeyBytes(policy.publicKey))) {
          throw new PolicyError('policy/invalid-signature', 'invalid signature');
        }
        return;
      case 'h': {
        const preimage = this.given.preimages[this.#preimagesUsed];
        if (preimage === undefined || encodeHex(sha256(decodeHex(preimage))) !== policy.hash) {
          throw new PolicyError('policy/invalid-preimage', 'invalid preimage');
        }
        this.#preimagesUsed++;
        return;
      }
      case 'thresh':
        return this.#verifyThreshold(policy.n, policy.of);
      case 'opaque':
        throw new PolicyError('policy/opaque', 'opaque policy');
      case 'uc':
        return this.#verifyUnlockConditions(policy.unlockConditions);
    }
  }

  requireAllUsed(): void {
    if (this.#signaturesUsed < this.given.signatures.length) {
      throw new PolicyError('policy/superfluous-signatures', 'superfluous signature(s)');
    }
    if (this.#preimagesUsed < this.given.preimages.length) {
      throw new PolicyError('policy/superfluous-preimages', 'superfluous preimage(s)');
    }
  }

  /** Every revealed child must be satisfied; unused children must be opaque. */
  #verifyThreshold(n: number, children: readonly SpendPolicy[]): void {
    this.#subPolicies += children.length;
    if (this.#subPolicies > MAX_SUB_POLICIES) throw new PolicyError('policy/too-complex', 'policy is too complex');
    let satisfied = 0;
    for (const child of children) {
      if (child.type === 'opaque') continue;
      if (child.type === 'uc') {
        throw new PolicyError('policy/nested-unlock-conditions', 'unlock conditions cannot be sub-policies');
      }
      if (satisfied === n) throw new PolicyError('policy/threshold-exceeded', 'threshold exceeded');
      this.verify(child);
      satisfied++;
    }
    if (satisfied < n) {
      throw new PolicyError(
        'policy/threshold-not-reached',
        `threshold not reached: satisfied ${satisfied}, required ${n}`
      );
    }
  }

  /** Signatures must be in the order of the keys; keys without a signature are skipped. */
  #verifyUnlockConditions({ timelock, publicKeys, signaturesRequired }: UnlockConditions): void {
    this.#requireHeight(timelock);
    let needed = signaturesRequired;
    for (const [i, { algorithm, key }] of publicKeys.entries()) {
      const signaturesLeft = this.given.signatures.length - this.#signaturesUsed;
      if (needed === 0n || needed > publicKeys.length - i || needed > signaturesLeft) break;
      if (algorithm === ENTROPY_ALGORITHM) {
        throw new PolicyError('policy/entropy-key', 'policy uses an entropy public key');
      }
      if (algorithm !== ED25519_ALGORITHM) {
        // Signatures with unknown algorithms count as valid, so that a soft fork can define them.
        this.#signaturesUsed++;
        needed--;
      } else if (this.#takeSignature(paddedKey(key))) {
        needed--;
      }
    }
    if (needed > 0n) {
      throw new PolicyError('policy/threshold-not-reached', `threshold not reached: remaining signatures ${needed}`);
    }
  }

  #requireHeight(height: bigint): void {
    if (BigInt(this.context.height) < height) {
      throw new PolicyError('policy/height-not-reached', `height (${this.context.height}) not above ${height}`);
    }
  }

  /** Consumes the next signature if it is valid for the key. */
  #takeSignature(publicKey: Uint8Array): boolean {
    const signature = this.given.signatures[this.#signaturesUsed];
    if (signature === undefined) return false;
    if (!this.context.verifySignature(publicKey, this.context.sigHash, decodeHex(signature))) return false;
    this.#signaturesUsed++;
    return true;
  }
}

/** A V1 key of another length is truncated or zero-padded to 32 bytes, as the reference implementation does. */
export function paddedKey(key: Uint8Array): Uint8Array {
  if (key.length === 32) return key;
  const padded = new Uint8Array(32);
  padded.set(key.subarray(0, 32));
  return padded;
}
