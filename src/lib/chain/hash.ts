import { blake2b } from '@noble/hashes/blake2.js';
import { encodeHex } from '$lib/codec/bytes';
import type { Hash256 } from './ids';

/** BLAKE2b-256 of a message: 32 bytes. */
export type Blake2b256 = (message: Uint8Array) => Uint8Array;

let implementation: Blake2b256 = (message) => blake2b(message, { dkLen: 32 });

/** Installs a faster implementation of the same function, once per thread (docs/decisions/0006). */
export function installBlake2b(faster: Blake2b256): void {
  implementation = faster;
}

/** BLAKE2b-256, no key: the hash of this chain. 32 bytes. */
export const blake2b256: Blake2b256 = (message) => implementation(message);

/** BLAKE2b-256 as lower-case hexadecimal text, typed as an id. */
export const hashHex = <T extends string = Hash256>(message: Uint8Array): T => encodeHex(blake2b256(message)) as T;

/** BLAKE2b-256 of a message in parts. Slower, but the message need not fit in memory. */
export function blake2b256OfParts(parts: Iterable<Uint8Array>): Uint8Array {
  const hash = blake2b.create({ dkLen: 32 });
  for (const part of parts) hash.update(part);
  return hash.digest();
}
