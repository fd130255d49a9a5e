/** Decimals that survive the way from amounts beyond 2^53 to a number. */
const PRECISION = 1_000_000n;

/** `part / whole` as a number for drawing, exact to a millionth however large the two are; 0 of nothing. */
export function shareOf(part: bigint | number, whole: bigint | number): number {
  if (typeof part === 'bigint' && typeof whole === 'bigint') {
    return whole === 0n ? 0 : Number((part * PRECISION) / whole) / Number(PRECISION);
  }
  return Number(whole) === 0 ? 0 : Number(part) / Number(whole);
}

/** The sum of values of one kind. */
export const sumOf = (values: readonly (bigint | number)[]): bigint | number =>
  values.every((value) => typeof value === 'bigint')
    ? values.reduce((sum, value) => sum + value, 0n)
    : values.reduce<number>((sum, value) => sum + Number(value), 0);
