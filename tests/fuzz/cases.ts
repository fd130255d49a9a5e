import type { Parameters } from 'fast-check';

// The number of cases of the whole run, distributed below; `npm run fuzz -- --cases N --seed S` sets both.
const CASES = Number(process.env.FUZZ_CASES ?? 10_000);
const SEED = process.env.FUZZ_SEED;

/**
 * Per thousand cases: the areas that find the most bugs per second get the most. Peer messages get a thousand of their
 * own.
 */
const SHARES = { encoding: 890, proofs: 60, chain: 35, store: 15, peers: 1000 };

/** How many cases a property gets: a part of its area's share. */
export const runsOf = <T>(area: keyof typeof SHARES, part = 1): Parameters<T> => ({
  // Failures are reported immediately with their seed; with that seed given, the failing case is shrunk.
  endOnFailure: SEED === undefined,
  numRuns: Math.max(1, Math.round((CASES * SHARES[area] * part) / 1000)),
  ...(SEED !== undefined && { seed: Number(SEED) })
});
