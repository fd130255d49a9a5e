import { decode } from '$lib/codec/layout';
import { blockHeader, type BlockHeader } from '$lib/chain/block/block';
import type { Height } from '$lib/chain/time';
import { ImpossibleTargetError, MalformedWorkError } from '../errors';
import type { GrindWork } from '../grinder/grinder';

/** A mining job: find a nonce, a multiple of `nonceFactor`, whose header hash is at or below the target. */
export interface WorkUnit extends GrindWork {
  /** The decoded header; its nonce is zero. */
  readonly decoded: BlockHeader;
  /** Valid nonces are multiples of this. */
  readonly nonceFactor: bigint;
  /** Height the solved block will have; {@link UNKNOWN_HEIGHT} for pools, which do not report it. */
  readonly height: Height;
}

/** The genesis height, which no mined block has. */
export const UNKNOWN_HEIGHT: Height = 0;

/** Bytes of a daemon's work unit: target [0,32) big-endian, header [32,112) with nonce zero. */
export const WORK_UNIT_BYTES = 112;
const TARGET_BYTES = 32;

/**
 * Header and target of a daemon's work unit.
 * @throws {MalformedWorkError} not 112 bytes, or an invalid header
 * @throws {ImpossibleTargetError} target of zero
 */
export function decodeWorkUnit(bytes: Uint8Array): { header: Uint8Array; target: Uint8Array; decoded: BlockHeader } {
  if (bytes.length !== WORK_UNIT_BYTES) {
    throw new MalformedWorkError(`${bytes.length} bytes instead of ${WORK_UNIT_BYTES}`);
  }
  const target = bytes.slice(0, TARGET_BYTES);
  if (target.every((byte) => byte === 0)) throw new ImpossibleTargetError();
  const header = bytes.slice(TARGET_BYTES);
  try {
    return { header, target, decoded: decode(blockHeader, header) };
  } catch (cause) {
    throw new MalformedWorkError('its header is not a block header', { cause });
  }
}
