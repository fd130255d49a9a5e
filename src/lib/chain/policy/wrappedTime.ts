/** Seconds from year 1, the epoch of Go's time, to 1970. */
const YEAR_ONE_TO_UNIX = 62_135_596_800n;

/**
 * A policy's timestamp as the network interprets it, in Unix seconds: the reference implementation counts seconds from
 * year 1 in 64 bits, so the largest timestamps wrap around into the distant past.
 */
export const wrappedTime = (seconds: bigint): bigint =>
  BigInt.asIntN(64, seconds + YEAR_ONE_TO_UNIX) - YEAR_ONE_TO_UNIX;
