import { SIZE_UNITS } from '$lib/chain/currency/quantity';
import { describeQuantity } from './quantity';

const [B, KB, MB, GB, TB, PB] = SIZE_UNITS;

/** A size to read: three significant digits or so, in the decimal unit that fits: "268 MB", "1.5 TB". */
export function roundSize(bytes: bigint): string {
  const unit = [PB, TB, GB, MB, KB].find(({ numerator }) => bytes >= numerator) ?? B;
  const whole = bytes / unit.numerator;
  return describeQuantity(bytes, unit, whole >= 100n ? 0 : whole >= 10n ? 1 : 2);
}

/** The same, number and unit apart, so that a page can set the unit smaller. */
export function splitSize(bytes: bigint): readonly [number: string, unit: string] {
  const [number = '', unit = ''] = roundSize(bytes).split(' ');
  return [number, unit];
}

/** The exact count of bytes: "268,435,456 B". */
export const exactSize = (bytes: bigint): string => describeQuantity(bytes, B);
