import { type Layout, mapped, safeI64, u64 } from '$lib/codec/layout';
import { type UnixSeconds, unixSeconds, type Height, PRE_GENESIS_HEIGHT } from './time';
import { CodecError } from '$lib/codec/errors';

const PRE_GENESIS_WIRE = (1n << 64n) - 1n;

/** u64 of the signed seconds, two's complement. */
export const timestamp64: Layout<UnixSeconds> = mapped(safeI64, unixSeconds, (seconds) => seconds);

/** u64; 2^64 - 1 is the pre-genesis height, any other value must be a safe integer. */
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
