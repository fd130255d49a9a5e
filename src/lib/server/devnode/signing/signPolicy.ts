import { sha256 } from '@noble/hashes/sha2.js';
import type { Hash256 } from '$lib/chain/ids';
import { publicKeyBytes, publicKeyFromBytes, type PublicKey, type Signature } from '$lib/chain/keys';
import { ED25519_ALGORITHM, type SatisfiedPolicy, type SpendPolicy, type UnlockConditions } from '$lib/chain/policy';
import { policyAddress } from '$lib/chain/policyAddress';
import { paddedKey, verifyPolicy, type PolicyContext } from '$lib/chain/verifyPolicy';
import { decodeHex, encodeHex } from '$lib/codec/bytes';
import { AppError } from '$lib/errors';

/** A policy with the signatures and preimages there are for it, and whether they are enough. */
interface Filled extends SatisfiedPolicy {
  readonly isComplete: boolean;
}

/**
 * Adds every signature the keys can make, in the order in which the policy takes them. Once a threshold is reached, its
 * other sub-policies are hidden, as the network wants it; the address stays the same.
 * @param signWith the signature of a key that is ours
 */
export function signPolicy(
  given: SatisfiedPolicy,
  context: PolicyContext,
  signWith: (publicKey: PublicKey) => Signature | undefined
): Filled {
  const known = new Map<PublicKey, Signature | undefined>();
  const signatureOf = (publicKey: PublicKey): Signature | undefined => {
    if (!known.has(publicKey)) known.set(publicKey, signatureAmong(given, publicKey, context) ?? signWith(publicKey));
    return known.get(publicKey);
  };
  const filled = fill(given.policy, { given, context, signatureOf });
  const { policy, signatures, preimages } = filled;
  return { policy, signatures, preimages, isComplete: filled.isComplete && isSatisfied(filled, context) };
}

interface Filling {
  readonly given: SatisfiedPolicy;
  readonly context: PolicyContext;
  readonly signatureOf: (publicKey: PublicKey) => Signature | undefined;
}

function fill(policy: SpendPolicy, filling: Filling): Filled {
  const { context, given, signatureOf } = filling;
  const bare = { policy, signatures: [], preimages: [] };
  switch (policy.type) {
    case 'above':
      return { ...bare, isComplete: BigInt(context.height) >= policy.height };
    case 'after':
      return { ...bare, isComplete: context.medianTimestamp > policy.timestamp };
    case 'pk': {
      const signature = signatureOf(policy.publicKey);
      return { ...bare, signatures: present(signature), isComplete: signature !== undefined };
    }
    case 'h': {
      const preimage = given.preimages.find((candidate) => hashOf(candidate) === policy.hash);
      return { ...bare, preimages: present(preimage), isComplete: preimage !== undefined };
    }
    case 'thresh':
      return fillThreshold(policy, filling);
    case 'opaque':
      return { ...bare, isComplete: false };
    case 'uc': {
      const signatures = conditionSignatures(policy.unlockConditions, signatureOf);
      return {
        ...bare,
        signatures,
        isComplete: BigInt(signatures.length) >= policy.unlockConditions.signaturesRequired
      };
    }
  }
}

function fillThreshold(policy: Extract<SpendPolicy, { type: 'thresh' }>, filling: Filling): Filled {
  const children = policy.of.map((child) => fill(child, filling));
  const used = new Set(children.filter(({ isComplete }) => isComplete).slice(0, policy.n));
  const isComplete = used.size === policy.n;
  const kept = isComplete ? children.filter((child) => used.has(child)) : children;
  return {
    policy: isComplete
      ? { ...policy, of: children.map((child) => (used.has(child) ? child.policy : hidden(child.policy))) }
      : policy,
    signatures: kept.flatMap(({ signatures }) => signatures),
    preimages: kept.flatMap(({ preimages }) => preimages),
    isComplete
  };
}

const hidden = (policy: SpendPolicy): SpendPolicy =>
  policy.type === 'opaque' ? policy : { type: 'opaque', address: policyAddress(policy) };

/** As many as the conditions want, in the order of their keys. */
function conditionSignatures(
  { publicKeys, signaturesRequired }: UnlockConditions,
  signatureOf: (publicKey: PublicKey) => Signature | undefined
): Signature[] {
  const signatures: Signature[] = [];
  for (const { algorithm, key } of publicKeys) {
    if (BigInt(signatures.length) === signaturesRequired) break;
    if (algorithm === ED25519_ALGORITHM) signatures.push(...present(signatureOf(publicKeyFromBytes(paddedKey(key)))));
  }
  return signatures;
}

const present = <T>(value: T | undefined): T[] => (value === undefined ? [] : [value]);

const hashOf = (preimage: Hash256): string => encodeHex(sha256(decodeHex(preimage)));

/** The one among the given signatures that the key made. */
const signatureAmong = ({ signatures }: SatisfiedPolicy, publicKey: PublicKey, context: PolicyContext) =>
  signatures.find((signature) =>
    context.verifySignature(publicKeyBytes(publicKey), context.sigHash, decodeHex(signature))
  );

function isSatisfied(satisfied: SatisfiedPolicy, context: PolicyContext): boolean {
  try {
    verifyPolicy(satisfied, context);
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}
