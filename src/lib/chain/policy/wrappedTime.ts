/** Seconds from year 1, the epoch of Go's time, to 1970. */
const YEAR_ONE_TO_UNIX = 62_135_596_800n;

/**
 * The time that the network reads in a policy: the reference implementation counts seconds from year 1 in 64 bits, so
 * the largest timestamps wrap around, and are long past. Unix seconds.
 */
export const wrappedTime = (seconds: bigint): bigint =>
  BigInt.asIntN(64, seconds + YEAR_ONE_TO_UNIX) - YEAR_ONE_TO_UNIX;
