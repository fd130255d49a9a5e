import {
  BINARY_SIZE_UNITS,
  DECIMAL_SIZE_UNITS,
  SIZE_UNITS,
  STORAGE_PRICE_UNITS,
  TRAFFIC_PRICE_UNITS,
  type Unit
} from '$lib/chain/currency/quantity';
import { formats } from '../formats';
import { measured } from '../numbers';
import { describeQuantity, roundedQuantity, unitName } from './quantity';

const isBinary = (): boolean => formats().sizes === 'binary';

/** The units of the reader's choice, from the least. */
export const sizeUnits = (): readonly Unit[] => (isBinary() ? BINARY_SIZE_UNITS : DECIMAL_SIZE_UNITS);

/** Units of sizes and of prices of sizes that have one in the other kind of steps. */
const BINARY_OF: ReadonlyMap<Unit, Unit> = new Map<Unit, Unit>([
  ...BINARY_SIZE_UNITS.map((unit, i) => [DECIMAL_SIZE_UNITS[i]!, unit] as const),
  ...[STORAGE_PRICE_UNITS, TRAFFIC_PRICE_UNITS].map(([terabyte, tebibyte]) => [terabyte, tebibyte] as const)
]);

/** A unit in decimal steps, in the chosen format: TB or TiB, SC/TB/month or SC/TiB/month. */
export const readersUnit = <U extends Unit | undefined>(unit: U): U | Unit =>
  (isBinary() && unit && BINARY_OF.get(unit)) || unit;

/** The unit to type sizes of folders and files in, until another is chosen. */
export const typedSizeUnit = (): Unit => sizeUnits()[3]!;

/** A size to read, number and unit apart, so that a page can set the unit smaller. */
export function splitSize(size: number | bigint): readonly [number: string, unit: string] {
  const bytes = BigInt(size);
  const unit = sizeUnits().findLast(({ numerator }) => bytes >= numerator) ?? SIZE_UNITS[0];
  const whole = bytes / unit.numerator;
  return [roundedQuantity(bytes, unit, whole >= 100n ? 0 : whole >= 10n ? 1 : 2), unitName(unit)];
}

/** A size to read: three significant digits or so, in the reader's unit that fits: "268 MB", "256 MiB". */
export const formatSize = (size: number | bigint): string => measured(...splitSize(size));

/** A speed, number and unit apart. @param perSecond bytes */
export function splitSpeed(perSecond: number): readonly [number: string, unit: string] {
  const [number, unit] = splitSize(Math.round(perSecond));
  return [number, `${unit}/s`];
}

/** A speed to read: "1.20 MB/s", "1.14 MiB/s". @param perSecond bytes */
export const formatSpeed = (perSecond: number): string => measured(...splitSpeed(perSecond));

/** The exact count of bytes: "268,435,456 B". */
export const exactSize = (bytes: bigint): string => describeQuantity(bytes, SIZE_UNITS[0]);
