import type { ScoreBreakdown } from '$lib/api/daemon/hostdb';

/** The multipliers of the score. The conversion rate is none: it says how likely the host is to be chosen. */
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
  /** 0 and up: 1 leaves the score as it is, 0 rules the host out. */
  readonly value: number;
  /** How far it moves the score, as a share of the one that moves it most: −1 down to 1 up; 0 leaves it as it is. */
  readonly reach: number;
}

/**
 * What the node counts on scales of their own, which go on past 1: such a factor tells something beside those of other
 * hosts only. The others are 1 at best.
 */
const OPEN_ENDED: readonly FactorName[] = ['collateralAdjustment', 'priceAdjustment', 'burnAdjustment'];

/** The multipliers, each with its reach on a logarithmic scale. */
export function factorsOf(breakdown: Pick<ScoreBreakdown, FactorName>): readonly Factor[] {
  const known = FACTOR_NAMES.map((name) => ({ name, value: breakdown[name] }));
  // Compressed once more: beside a multiplier of 10^100 one of 10^-8 would not be seen.
  const length = (value: number) => Math.log1p(Math.abs(Math.log10(value)));
  const longest = Math.max(...known.filter(({ value }) => value > 0).map(({ value }) => length(value)), 0);
  return known.map(({ name, value }) => ({ name, value, reach: reachOf(value, length, longest) }));
}

function reachOf(value: number, length: (value: number) => number, longest: number): number {
  if (!(value > 0)) return -1;
  return longest === 0 ? 0 : (Math.sign(Math.log10(value)) * length(value)) / longest;
}

/**
 * The factor that costs the host most: the smallest below 1. Where one of them is above 1 the node counts prices,
 * collateral and burnt coins on scales of their own, and only those that cannot be more than 1 are compared.
 * @returns undefined when none is below 1
 */
export function weakestFactor(factors: readonly Factor[]): Factor | undefined {
  const openEnded = factors.some(({ value }) => value > 1);
  const comparable = factors.filter(({ name, value }) => value < 1 && !(openEnded && OPEN_ENDED.includes(name)));
  return comparable.reduce<Factor | undefined>(
    (weakest, factor) => (weakest && weakest.value <= factor.value ? weakest : factor),
    undefined
  );
}

export const isOpenEnded = (name: FactorName): boolean => OPEN_ENDED.includes(name);

/** How the product of the multipliers compares with the score that the node gives. */
export type ProductCheck =
  | { readonly outcome: 'agrees' }
  /** The node counts more than these factors: its score is `times` (a power of ten may say it) the product. */
  | { readonly outcome: 'differs'; readonly log10Times: number };

/** A score is a whole number, and both are rounded on the way: a thousandth apart is the same. */
const TOLERANCE = Math.log10(1.001);

/** Compares by logarithms: neither fits a number of the language. */
export function checkProduct(score: bigint, factors: readonly Factor[]): ProductCheck {
  const log10Product = factors.reduce((sum, { value }) => sum + Math.log10(value), 0);
  const log10Score = log10(score);
  // Of a small score the rounding to a whole number is more than a thousandth.
  if (log10Product < 6 && Math.abs(10 ** log10Product - Number(score)) <= 1) return { outcome: 'agrees' };
  const log10Times = log10Score - log10Product;
  return Math.abs(log10Times) <= TOLERANCE ? { outcome: 'agrees' } : { outcome: 'differs', log10Times };
}

/** Good to about 15 digits, however large. */
export function log10(number: bigint): number {
  const digits = number.toString();
  return number <= 0n ? -Infinity : Math.log10(Number(`0.${digits.slice(0, 17)}`)) + digits.length;
}
