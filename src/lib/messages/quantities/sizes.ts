import { BINARY_SIZE_UNITS, DECIMAL_SIZE_UNITS, SIZE_UNITS, type Unit } from '$lib/chain/currency/quantity';
import { formats } from '../formats';
import { describeQuantity } from './quantity';

const isBinary = (): boolean => formats().sizes === 'binary';

/** The units of the reader's choice, from the least. */
export const sizeUnits = (): readonly Unit[] => (isBinary() ? BINARY_SIZE_UNITS : DECIMAL_SIZE_UNITS);

/** The unit to type sizes of folders and files in, until another is chosen. */
export const typedSizeUnit = (): Unit => sizeUnits()[3]!;

/** A size to read: three significant digits or so, in the reader's unit that fits: "268 MB", "256 MiB". */
export function formatSize(size: number | bigint): string {
  const bytes = BigInt(size);
  const unit = sizeUnits().findLast(({ numerator }) => bytes >= numerator) ?? SIZE_UNITS[0];
  const whole = bytes / unit.numerator;
  return describeQuantity(bytes, unit, whole >= 100n ? 0 : whole >= 10n ? 1 : 2);
}

/** The same, number and unit apart, so that a page can set the unit smaller. */
export function splitSize(bytes: bigint): readonly [number: string, unit: string] {
  const [number = '', unit = ''] = formatSize(bytes).split(' ');
  return [number, unit];
}

/** The exact count of bytes: "268,435,456 B". */
export const exactSize = (bytes: bigint): string => describeQuantity(bytes, SIZE_UNITS[0]);
