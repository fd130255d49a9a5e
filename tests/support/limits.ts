/** Measured by scripts/run/speed.mjs at the start of the run; 1 when a file runs by itself. */
const slowness = Number(process.env.QUARRY_TEST_SLOWNESS ?? 1);

/** A timeout scaled to this machine. @param ms a generous limit for two idle cores */
export const limitMs = (ms: number): number => ms * slowness;
