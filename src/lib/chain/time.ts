import type { Brand } from '$lib/codec/brand';
import { safeI64, mapped, u64, type Layout } from '$lib/codec/layout';
import { CodecError } from '$lib/codec/errors';

/** Whole seconds since 1970-01-01 UTC, signed: the unit of all timestamps on the chain. */
export type UnixSeconds = Brand<number, 'UnixSeconds'>;
/** Count of blocks before a block on its chain; genesis is 0 and the state before genesis is -1. */
export type Height = number;

export const unixSeconds = (seconds: number): UnixSeconds => seconds as UnixSeconds;
/** The reference implementation's "no time yet": 0001-01-01T00:00:00Z. */
export const ZERO_TIME = unixSeconds(-62_135_596_800);
/** The height of the state before the genesis block; 2^64 - 1 on the wire. */
export const PRE_GENESIS_HEIGHT: Height = -1;

const PRE_GENESIS_WIRE = (1n << 64n) - 1n;

/** u64 of the signed seconds, two's complement. */
export const timestamp64: Layout<UnixSeconds> = mapped(safeI64, unixSeconds, (seconds) => seconds);

/** u64; 2^64 - 1 stands for the pre-genesis height, any other value must be a safe integer. */
export const height64: Layout<Height> = mapped(
  u64,
  (wire) => {
    if (wire === PRE_GENESIS_WIRE) return PRE_GENESIS_HEIGHT;
    const height = Number(wire);
    if (!Number.isSafeInteger(height)) throw new CodecError(`height ${wire} is outside the safe range`);
    return height;
  },
  (height) => (height === PRE_GENESIS_HEIGHT ? PRE_GENESIS_WIRE : BigInt(height))
);
