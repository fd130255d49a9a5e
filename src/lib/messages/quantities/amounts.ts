import { formatLarge } from '../format';
import { formats } from '../formats';
import { formatCount, formatRounded, localDigits, measured } from '../numbers';

/** Decimals of a coin: one is 10^24 hastings. */
export const COIN_DECIMALS = 24;

/**
 * Hastings as coins with grouped digits, cut (never rounded up) to the decimals that fit a line: "300,000.12";
 * an amount too small for them reads "<0.001" rather than nothing.
 */
export function formatRoundCoins(hastings: bigint, decimals: number = formats().decimals): string {
  const shown = (hastings < 0n ? -hastings : hastings) / 10n ** BigInt(COIN_DECIMALS - decimals);
  if (shown === 0n && hastings !== 0n)
    return `${hastings < 0n ? '−' : ''}<${localDigits((10 ** -decimals).toFixed(decimals))}`;
  const unit = 10n ** BigInt(decimals);
  const fraction = (shown % unit).toString().padStart(decimals, '0').replace(/0+$/, '');
  return `${hastings < 0n ? '−' : ''}${formatCount(shown / unit)}${localDigits(fraction === '' ? '' : `.${fraction}`)}`;
}

/** The unit that the reader's amounts are in. */
export const amountUnit = (): string => (formats().amounts === 'hastings' ? 'H' : 'SC');

/** An amount and its unit apart: coins cut as {@link formatRoundCoins} does, or all of its hastings. */
export const splitAmount = (hastings: bigint, decimals?: number): readonly [number: string, unit: string] => [
  formats().amounts === 'hastings' ? formatCount(hastings).replace('-', '−') : formatRoundCoins(hastings, decimals),
  amountUnit()
];

/** Width in rem of a table's column of amounts in the reader's unit. @param coins of one in coins */
export const amountRem = (coins: number): number => (formats().amounts === 'hastings' ? 19 : coins);

/** An amount in the reader's unit: "300,000.12 SC". @param decimals of coins, other than the reader's */
export const formatAmount = (hastings: bigint, decimals?: number): string =>
  measured(...splitAmount(hastings, decimals));

/** The same for a large figure, which sets the unit smaller. */
export function amountFigure(hastings: bigint | undefined): { value: string | undefined; unit: string } {
  return { value: hastings === undefined ? undefined : splitAmount(hastings)[0], unit: amountUnit() };
}

/** An amount of a chart, where a number is precise enough. */
export function formatAboutCoins(coins: number): string {
  if (formats().amounts === 'hastings') return measured(formatLarge(coins * 10 ** COIN_DECIMALS), 'H');
  return measured(coins < 10_000 ? formatRounded(coins) : formatLarge(Math.round(coins)), 'SC');
}
