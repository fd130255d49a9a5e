import { sha256 } from '@noble/hashes/sha2.js';
import type { Hash256 } from '$lib/chain/ids';
import { publicKeyBytes, type PublicKey, type Signature } from '$lib/chain/keys/keys';
import type { SatisfiedPolicy } from '$lib/chain/policy/policy';
import { verifyPolicy, type PolicyContext } from '$lib/chain/policy/verifyPolicy';
import { decodeHex, encodeHex } from '$lib/codec/bytes';
import { AppError } from '$lib/errors';
import { cheapestPath, isOpen, type Condition } from '$lib/wallet/policy/satisfy';

/** A policy with signatures and preimages, and whether they satisfy it. */
interface SignedPolicy extends SatisfiedPolicy {
  readonly isComplete: boolean;
}

/**
 * Adds the signatures that the keys can make. Once they suffice, they are ordered as the policy consumes them, and
 * unused sub-policies are replaced by their hashes, as the network requires; the address stays the same.
 * @param signWith signs with one of our keys
 */
export function signPolicy(
  given: SatisfiedPolicy,
  context: PolicyContext,
  signWith: (publicKey: PublicKey) => Signature | undefined
): SignedPolicy {
  const known = new Map<PublicKey, Signature | undefined>();
  const signatureOf = (publicKey: PublicKey): Signature | undefined => {
    if (!known.has(publicKey)) known.set(publicKey, signatureAmong(given, publicKey, context) ?? signWith(publicKey));
    return known.get(publicKey);
  };
  const preimageOf = (hash: Hash256) => given.preimages.find((preimage) => hashOf(preimage) === hash);
  const isThere = (condition: Condition): boolean => {
    if (condition.type === 'key') return signatureOf(condition.publicKey) !== undefined;
    return condition.type === 'hash' ? preimageOf(condition.hash) !== undefined : isOpen(condition, context);
  };

  // The search tests every condition, so all of our keys have signed after it.
  const way = cheapestPath(given.policy, (condition) => (isThere(condition) ? 0 : undefined));
  if (way === undefined) {
    const added = [...known.values()].filter((signature) => signature !== undefined);
    return { ...given, signatures: [...new Set([...given.signatures, ...added])], isComplete: false };
  }
  const satisfied = {
    policy: way.policy,
    signatures: way.conditions.flatMap((one) => (one.type === 'key' ? present(signatureOf(one.publicKey)) : [])),
    preimages: way.conditions.flatMap((one) => (one.type === 'hash' ? present(preimageOf(one.hash)) : []))
  };
  return { ...satisfied, isComplete: isSatisfied(satisfied, context) };
}

const present = <T>(value: T | undefined): T[] => (value === undefined ? [] : [value]);

const hashOf = (preimage: Hash256): string => encodeHex(sha256(decodeHex(preimage)));

/** The given signature that verifies for the key. */
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
