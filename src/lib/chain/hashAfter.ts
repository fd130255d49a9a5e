import { blake2b } from '@noble/hashes/blake2.js';
import { joinBytes } from '$lib/codec/bytes';
import { blake2b256, blake2b256OfParts } from './hash';

/** Longer messages are hashed without being joined. */
const MAX_JOINED = 4_000_000;
/** With as many messages, it is faster to hash their beginning once, although the implementation is a slower one. */
const SHARED_FROM = 20;

/** BLAKE2b-256 of a message in parts. */
export function hashOf(parts: readonly Uint8Array[]): Uint8Array {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  return length <= MAX_JOINED ? blake2b256(joinBytes(parts)) : blake2b256OfParts(parts);
}

/**
 * BLAKE2b-256 of messages that begin with the same bytes: a block with a transaction of thousands of outputs or
 * signatures, of which each is a hash of the whole transaction, would otherwise take minutes.
 * @param count of messages
 * @returns hashes a message, given the parts of its rest
 */
export function hashAfter(beginning: Uint8Array, count: number): (rest: readonly Uint8Array[]) => Uint8Array {
  if (count < SHARED_FROM) return (rest) => hashOf([beginning, ...rest]);
  const begun = blake2b.create({ dkLen: 32 }).update(beginning);
  return (rest) => {
    const hash = begun.clone();
    for (const part of rest) hash.update(part);
    return hash.digest();
  };
}
