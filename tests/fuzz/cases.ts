import type { Parameters } from 'fast-check';

// The whole run has this many cases, shared out below; `npm run fuzz -- --cases N --seed S` sets both.
const CASES = Number(process.env.FUZZ_CASES ?? 10_000);
const SEED = process.env.FUZZ_SEED;

/** Of each thousand cases: what finds most for its time has most of them. Messages of peers get a thousand of their own. */
const SHARES = { encoding: 890, proofs: 60, chain: 35, store: 15, peers: 1000 };

/** How many cases a property gets, a part of its area's. */
export const runsOf = <T>(area: keyof typeof SHARES, part = 1): Parameters<T> => ({
  // What fails is told at once, with its seed; given that seed, the smallest case that fails is looked for.
  endOnFailure: SEED === undefined,
  numRuns: Math.max(1, Math.round((CASES * SHARES[area] * part) / 1000)),
  ...(SEED !== undefined && { seed: Number(SEED) })
});
