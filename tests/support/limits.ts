/** As scripts/run/speed.mjs measured it at the start of the run; 1 where a file runs by itself. */
const slowness = Number(process.env.QUARRY_TEST_SLOWNESS ?? 1);

/** How long a test may wait here. @param ms how long it may on two quiet cores, with air */
export const limitMs = (ms: number): number => ms * slowness;
