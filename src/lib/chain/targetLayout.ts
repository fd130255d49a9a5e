import { hexText, mapped, type Layout } from '$lib/codec/layout';
import { formatTarget } from './target';

/** 256-bit number as 32 bytes, big-endian: targets and work. */
export const work256: Layout<bigint> = mapped(hexText(32), (digits) => BigInt(`0x${digits}`), formatTarget);
