import { sha256 } from '@noble/hashes/sha2.js';
import type { Hash256 } from '$lib/chain/ids';
import { publicKeyBytes, type PublicKey, type Signature } from '$lib/chain/keys/keys';
import type { SatisfiedPolicy } from '$lib/chain/policy/policy';
import { verifyPolicy, type PolicyContext } from '$lib/chain/policy/verifyPolicy';
import { decodeHex, encodeHex } from '$lib/codec/bytes';
import { AppError } from '$lib/errors';
import { cheapestPath, isOpen, type Condition } from '$lib/wallet/policy/satisfy';

/** A policy with the signatures and preimages there are for it, and whether they are enough. */
interface SignedPolicy extends SatisfiedPolicy {
  readonly isComplete: boolean;
}

/**
 * Adds the signatures that the keys can make. Once they suffice, they are in the order in which the policy takes them,
 * and sub-policies that are not used are hidden, as the network wants it; the address stays the same.
 * @param signWith the signature of a key that is ours
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

  // Every condition is asked about, so every key of ours has signed after this.
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
