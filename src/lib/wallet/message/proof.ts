import type { PublicKey, Signature } from '$lib/chain/keys/keys';
import { publicKeyBytes } from '$lib/chain/keys/keys';
import { verifySignature } from '$lib/chain/keys/verifySignature';
import type { BlockId } from '$lib/chain/ids';
import { PolicyError } from '$lib/chain/errors';
import type { SpendPolicy } from '$lib/chain/policy/policy';
import { policyAddress } from '$lib/chain/policy/policyAddress';
import { verifyPolicy } from '$lib/chain/policy/verifyPolicy';
import { decodeHex } from '$lib/codec/bytes';
import type { KeyRef } from '../keys/account';
import { publicKeysOf } from '../policy/policyTree';
import { cheapestPath, type Condition, type PolicyPath } from '../policy/satisfy';
import { MessageError } from './errors';
import { messageHash, requireSignable, type MessageContent } from './signedMessage';

/** A message with what proves its address: the policy, and signatures in the order in which the policy uses them. */
export interface MessageProof extends Omit<MessageContent, 'genesis'> {
  /** Name of the network. */
  readonly network: string;
  readonly policy: SpendPolicy;
  /** Fewer than the policy needs while others still have to sign. */
  readonly signatures: readonly Signature[];
}

/** A complete message to sign: the signer hashes it and can refuse it. */
export interface MessageToSign {
  readonly content: MessageContent;
  /** The policy of the address. */
  readonly policy: SpendPolicy;
}

/** Holder of signing keys. */
export interface MessageSigner {
  /** The key reference; undefined for foreign keys. */
  keyOf(publicKey: PublicKey): KeyRef | undefined;
  sign(key: KeyRef, message: MessageToSign): Promise<Signature>;
}

/** Result of {@link verifyProof}. */
export type ProofVerdict =
  | { readonly result: 'valid' }
  /** The number of signatures present, and of those the policy needs. */
  | { readonly result: 'incomplete'; readonly have: number; readonly needed: number }
  | { readonly result: 'wrong-signature' }
  /** The policy has another address than the message. */
  | { readonly result: 'wrong-policy' }
  /** It needs a preimage, a hidden condition or no key at all. */
  | { readonly result: 'not-provable' }
  /** An unknown network. */
  | { readonly result: 'other-network' }
  | { readonly result: 'outside-period' };

/** Accepted times of a message, Unix seconds. */
export interface Period {
  readonly from: number;
  readonly to: number;
}

/** Later than every time lock: a proof is about who holds the keys. */
const END_OF_TIME = { height: 2 ** 64, medianTimestamp: Infinity };

// Prefer keys that have signed, then keys that can. Locks prove nothing, and preimages would have to be published.
const COST = { signed: 0, key: 1e3, lock: 1e9 } as const;

/** The cheapest way to prove a policy with these keys; undefined if signatures alone cannot. */
const pathOf = (policy: SpendPolicy, signed: ReadonlySet<PublicKey>): PolicyPath | undefined =>
  cheapestPath(policy, (condition) => {
    if (condition.type === 'hash') return undefined;
    if (condition.type !== 'key') return COST.lock;
    return signed.has(condition.publicKey) ? COST.signed : COST.key;
  });

const keysOf = (path: PolicyPath): PublicKey[] =>
  path.conditions.flatMap((condition) => (condition.type === 'key' ? [condition.publicKey] : []));

/** The network accepts no policy with more conditions. */
const MAX_KEYS = 1024;

/** The valid signatures by key. Signatures are in key order, so each key is checked against only one of them. */
function signaturesByKey({ policy, signatures }: MessageProof, hash: Uint8Array): Map<PublicKey, Signature> {
  const byKey = new Map<PublicKey, Signature>();
  for (const key of publicKeysOf(policy).slice(0, MAX_KEYS)) {
    const next = signatures[byKey.size];
    if (next === undefined) break;
    if (verifySignature(publicKeyBytes(key), hash, decodeHex(next))) byKey.set(key, next);
  }
  return byKey;
}

/**
 * Verifies who signed a message.
 * @param genesis genesis block of the message's network; undefined if it is not known
 * @throws {MessageError} a text that must not be signed
 */
export function verifyProof(proof: MessageProof, genesis: BlockId | undefined, period?: Period): ProofVerdict {
  const { policy, address, seconds, signatures } = proof;
  requireSignable(proof);
  if (genesis === undefined) return { result: 'other-network' };
  if (policyAddress(policy) !== address) return { result: 'wrong-policy' };
  const hash = messageHash({ ...proof, genesis });
  const byKey = signaturesByKey(proof, hash);
  const path = pathOf(policy, new Set(byKey.keys()));
  if (path === undefined || keysOf(path).length === 0) return { result: 'not-provable' };
  // On the chain, unknown algorithms count as signed; here every signature must belong to a key.
  if (byKey.size < signatures.length) return { result: 'wrong-signature' };
  const needed = keysOf(path).length;
  const have = keysOf(path).filter((key) => byKey.has(key)).length;
  if (have < needed) return { result: 'incomplete', have, needed };
  if (!isSatisfied(proof, hash)) return { result: 'wrong-signature' };
  if (period && (seconds < period.from || seconds > period.to)) return { result: 'outside-period' };
  return { result: 'valid' };
}

function isSatisfied({ policy, signatures }: MessageProof, sigHash: Uint8Array): boolean {
  try {
    verifyPolicy({ policy, signatures, preimages: [] }, { ...END_OF_TIME, sigHash, verifySignature });
    return true;
  } catch (error) {
    if (error instanceof PolicyError) return false;
    throw error;
  }
}

/** The time locks that a policy may contain; a proof says nothing about them. */
export function locksOf(policy: SpendPolicy): Extract<Condition, { type: 'above' | 'after' }>[] {
  if (policy.type === 'above' || policy.type === 'after') return [policy];
  if (policy.type === 'thresh') return policy.of.flatMap(locksOf);
  const { timelock } = policy.type === 'uc' ? policy.unlockConditions : { timelock: 0n };
  return timelock > 0n ? [{ type: 'above', height: timelock }] : [];
}

/**
 * Adds the signatures of a signer's keys, as many as the policy still needs. A complete proof hides what the policy
 * does not use; an incomplete one keeps the whole policy for the next signer.
 * @throws {MessageError} a text that must not be signed, or an address that signatures alone cannot prove
 */
export async function signProof(proof: MessageProof, genesis: BlockId, signer: MessageSigner): Promise<MessageProof> {
  const { policy, address } = proof;
  if (policyAddress(policy) !== address) throw new MessageError('foreign-policy');
  const content = { ...proof, genesis };
  const byKey = signaturesByKey(proof, messageHash(content));
  for (const publicKey of publicKeysOf(policy)) {
    const path = pathOf(policy, new Set(byKey.keys()));
    if (path === undefined) throw new MessageError('foreign-policy');
    if (keysOf(path).every((key) => byKey.has(key))) break;
    const key = byKey.has(publicKey) ? undefined : signer.keyOf(publicKey);
    if (key) byKey.set(publicKey, await signer.sign(key, { content: contentOf(content), policy }));
  }
  return assemble(proof, byKey);
}

/** Only the message, without the other fields of a proof, which the worker does not need. */
const contentOf = ({ genesis, address, seconds, domain, message }: MessageContent): MessageContent => ({
  genesis,
  address,
  seconds,
  domain,
  message
});

function assemble(proof: MessageProof, byKey: ReadonlyMap<PublicKey, Signature>): MessageProof {
  const path = pathOf(proof.policy, new Set(byKey.keys()));
  const used = path && keysOf(path);
  if (path && used?.every((key) => byKey.has(key))) {
    return { ...proof, policy: path.policy, signatures: used.map((key) => byKey.get(key)!) };
  }
  const signed = publicKeysOf(proof.policy).flatMap((key) => byKey.get(key) ?? []);
  return { ...proof, signatures: signed };
}

/**
 * The hash of a message, for a key that is about to sign it.
 * @throws {MessageError} the policy is not that of the address, or does not name the key
 */
export function hashToSign({ content, policy }: MessageToSign, publicKey: PublicKey): Uint8Array {
  const isOwn = policyAddress(policy) === content.address && publicKeysOf(policy).includes(publicKey);
  if (!isOwn) throw new MessageError('foreign-policy');
  return messageHash(content);
}
