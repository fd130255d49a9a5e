import { decodeHex, encodeHex } from '$lib/codec/bytes';
import { CodecError } from '$lib/codec/errors';
import type { BlockId } from './ids';

/** Largest 256-bit number: the easiest target. */
export const MAX_TARGET: Target = (1n << 256n) - 1n;

const TARGET_BYTES = 32;

/**
 * A target as 64 hexadecimal characters, the servers' form.
 * @throws {CodecError} outside 256 bits
 */
export function formatTarget(target: Target): string {
  if (target < 0n || target > MAX_TARGET) throw new CodecError(`${target} does not fit 256 bits`);
  return target.toString(16).padStart(2 * TARGET_BYTES, '0');
}

/**
 * Parses a target of 64 hexadecimal characters.
 * @throws {CodecError} not hexadecimal, or another length
 */
export const parseTarget = (text: string): Target => targetFromBytes(decodeHex(text));

/**
 * The 32 big-endian bytes of a target.
 * @throws {CodecError} outside 256 bits
 */
export const targetBytes = (target: Target): Uint8Array<ArrayBuffer> => decodeHex(formatTarget(target));

/**
 * The target from its 32 big-endian bytes.
 * @throws {CodecError} another length
 */
export function targetFromBytes(bytes: Uint8Array): Target {
  if (bytes.length !== TARGET_BYTES) throw new CodecError(`a target of ${bytes.length} bytes, not ${TARGET_BYTES}`);
  return BigInt(`0x${encodeHex(bytes)}`);
}

/** floor((2^256 - 1) / x); MAX_TARGET for 0. */
export const invert = (x: bigint): bigint => (x === 0n ? MAX_TARGET : MAX_TARGET / x);

/** Expected number of hashes to meet the target. */
export const workOf = (target: Target): Work => invert(target);

/** Target with this expected number of hashes. */
export const targetOf = (work: Work): Target => invert(work);

/** The id read as a big-endian 256-bit number. */
export const blockIdNumber = (id: BlockId): bigint => BigInt(`0x${id}`);

/** Proof of work: whether the id, read as a number, is at or below the target. */
export const meetsTarget = (id: BlockId, target: Target): boolean => blockIdNumber(id) <= target;

/** Proof-of-work target, 256 bits: a block id at or below it is valid. */
export type Target = bigint;

/** Expected hashes, the inverse of a target; 256-bit. */
export type Work = bigint;
