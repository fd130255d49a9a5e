/** Fixed-point precision for converting a quotient of bigints to a number. */
const PRECISION = 1_000_000n;

/** `part / whole` as a number for drawing, accurate to a millionth whatever the magnitude; 0 if `whole` is 0. */
export function shareOf(part: bigint | number, whole: bigint | number): number {
  if (typeof part === 'bigint' && typeof whole === 'bigint') {
    return whole === 0n ? 0 : Number((part * PRECISION) / whole) / Number(PRECISION);
  }
  return Number(whole) === 0 ? 0 : Number(part) / Number(whole);
}

/** Sum of the values; exact if all are bigints. */
export const sumOf = (values: readonly (bigint | number)[]): bigint | number =>
  values.every((value) => typeof value === 'bigint')
    ? values.reduce((sum, value) => sum + value, 0n)
    : values.reduce<number>((sum, value) => sum + Number(value), 0);
