import type { Brand } from '$lib/codec/brand';

/** Whole seconds since 1970-01-01 UTC, signed: the unit of all timestamps on the chain. */
export type UnixSeconds = Brand<number, 'UnixSeconds'>;
/** Count of blocks before a block on its chain; genesis is 0 and the state before genesis is -1. */
export type Height = number;

export const unixSeconds = (seconds: number): UnixSeconds => seconds as UnixSeconds;
/** The reference implementation's "no time yet": 0001-01-01T00:00:00Z. */
export const ZERO_TIME = unixSeconds(-62_135_596_800);
/** The height of the state before the genesis block; 2^64 - 1 on the wire. */
export const PRE_GENESIS_HEIGHT: Height = -1;
