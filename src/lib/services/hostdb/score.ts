import type { ScoreBreakdown } from '$lib/api/daemon/hostdb';

/** The factors of the score. The conversion rate is not one: it is the probability of being picked. */
export const FACTOR_NAMES = [
  'acceptContractAdjustment',
  'durationAdjustment',
  'uptimeAdjustment',
  'ageAdjustment',
  'interactionAdjustment',
  'storageRemainingAdjustment',
  'priceAdjustment',
  'basePriceAdjustment',
  'collateralAdjustment',
  'burnAdjustment',
  'versionAdjustment'
] as const satisfies readonly (keyof ScoreBreakdown)[];
export type FactorName = (typeof FACTOR_NAMES)[number];

export interface Factor {
  readonly name: FactorName;
  /** At least 0: 1 is neutral, 0 excludes the host. */
  readonly value: number;
  /** Its effect relative to the strongest one: −1 (reduces) to 1 (raises); 0 is neutral. */
  readonly reach: number;
}

/**
 * Factors without an upper bound: they are meaningful only in comparison with other hosts. All others are at most 1.
 */
const OPEN_ENDED: readonly FactorName[] = ['collateralAdjustment', 'priceAdjustment', 'burnAdjustment'];

/** The factors, each with its effect on a logarithmic scale. */
export function factorsOf(breakdown: Pick<ScoreBreakdown, FactorName>): readonly Factor[] {
  const known = FACTOR_NAMES.map((name) => ({ name, value: breakdown[name] }));
  // Compressed again: next to a factor of 10^100 one of 10^-8 would be invisible.
  const length = (value: number) => Math.log1p(Math.abs(Math.log10(value)));
  const longest = Math.max(...known.filter(({ value }) => value > 0).map(({ value }) => length(value)), 0);
  return known.map(({ name, value }) => ({ name, value, reach: reachOf(value, length, longest) }));
}

function reachOf(value: number, length: (value: number) => number, longest: number): number {
  if (!(value > 0)) return -1;
  return longest === 0 ? 0 : (Math.sign(Math.log10(value)) * length(value)) / longest;
}

/**
 * The factor that reduces the score most: the smallest below 1. If any factor exceeds 1, prices, collateral and burned
 * coins are on scales of their own, and only the bounded factors are compared.
 * @returns undefined if none is below 1
 */
export function weakestFactor(factors: readonly Factor[]): Factor | undefined {
  const openEnded = factors.some(({ value }) => value > 1);
  const comparable = factors.filter(({ name, value }) => value < 1 && !(openEnded && OPEN_ENDED.includes(name)));
  return comparable.reduce<Factor | undefined>(
    (weakest, factor) => (weakest && weakest.value <= factor.value ? weakest : factor),
    undefined
  );
}

/** Whether the factor has no upper bound. */
export const isOpenEnded = (name: FactorName): boolean => OPEN_ENDED.includes(name);

/** Comparison of the factors' product with the node's score. */
export type ProductCheck =
  | { readonly outcome: 'agrees' }
  /** The node includes further factors: its score is 10^`log10Times` times the product. */
  | { readonly outcome: 'differs'; readonly log10Times: number };

/** Scores are integers, and both values are rounded: a difference of a thousandth counts as equal. */
const TOLERANCE = Math.log10(1.001);

/** Compares logarithms: neither value fits in a number. */
export function checkProduct(score: bigint, factors: readonly Factor[]): ProductCheck {
  const log10Product = factors.reduce((sum, { value }) => sum + Math.log10(value), 0);
  const log10Score = log10(score);
  // For a small score, rounding to an integer exceeds a thousandth.
  if (log10Product < 6 && Math.abs(10 ** log10Product - Number(score)) <= 1) return { outcome: 'agrees' };
  const log10Times = log10Score - log10Product;
  return Math.abs(log10Times) <= TOLERANCE ? { outcome: 'agrees' } : { outcome: 'differs', log10Times };
}

/** Accurate to about 15 digits at any size. */
export function log10(number: bigint): number {
  const digits = number.toString();
  return number <= 0n ? -Infinity : Math.log10(Number(`0.${digits.slice(0, 17)}`)) + digits.length;
}
