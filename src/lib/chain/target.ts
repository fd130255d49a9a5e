import { decodeHex, encodeHex } from '$lib/codec/bytes';
import { CodecError } from '$lib/codec/errors';
import { decode, encode, hexText, mapped, type Layout } from '$lib/codec/layout';
import type { BlockId } from './ids';

/** Largest 256-bit number: the easiest target. */
export const MAX_TARGET: Target = (1n << 256n) - 1n;

/** 256-bit number as 32 bytes, big-endian: targets and work. */
export const work256: Layout<bigint> = mapped(
  hexText(32),
  (digits) => BigInt(`0x${digits}`),
  (value) => {
    if (value < 0n || value > MAX_TARGET) throw new CodecError(`${value} does not fit 256 bits`);
    return value.toString(16).padStart(64, '0');
  }
);

/**
 * The 32 big-endian bytes of a target.
 * @throws {CodecError} outside 256 bits
 */
export const targetBytes = (target: Target): Uint8Array<ArrayBuffer> => encode(work256, target);

/**
 * The target in 32 big-endian bytes.
 * @throws {CodecError} another length
 */
export const targetFromBytes = (bytes: Uint8Array): Target => decode(work256, bytes);

/** 64 hexadecimal characters, as servers print targets. */
export const formatTarget = (target: Target): string => encodeHex(targetBytes(target));

/**
 * The target in 64 hexadecimal characters.
 * @throws {CodecError} not hexadecimal, or another length
 */
export const parseTarget = (text: string): Target => targetFromBytes(decodeHex(text));

/** floor((2^256 - 1) / x); MAX_TARGET for 0. */
export const invert = (x: bigint): bigint => (x === 0n ? MAX_TARGET : MAX_TARGET / x);

/** Expected number of hashes to meet the target. */
export const workOf = (target: Target): Work => invert(target);

/** Target with this expected number of hashes. */
export const targetOf = (work: Work): Target => invert(work);

/** The id as a big-endian 256-bit number. */
export const blockIdNumber = (id: BlockId): bigint => BigInt(`0x${id}`);

/** Proof of work: the id as a number is at or below the target. */
export const meetsTarget = (id: BlockId, target: Target): boolean => blockIdNumber(id) <= target;

/** Proof-of-work target, 256 bits: a block id at or below it is valid. */
export type Target = bigint;

/** Expected hashes, the inverse of a target; 256-bit. */
export type Work = bigint;
