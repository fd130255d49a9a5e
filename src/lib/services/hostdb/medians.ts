import { HOST_NUMBERS, type HostNumber } from './hostColumns';
import type { HostRow } from './hostRows';
import { median } from '$lib/chain/currency/median';

/** Median of a figure over the hosts that have it, in base units. */
export const medianOf = ({ of }: HostNumber, rows: readonly HostRow[]): bigint | undefined =>
  median(rows.map(of).filter((value) => value !== undefined));

/** Medians of all figures. */
export function mediansOf(rows: readonly HostRow[]): ReadonlyMap<string, bigint> {
  const medians = new Map<string, bigint>();
  for (const number of HOST_NUMBERS) {
    const middle = medianOf(number, rows);
    if (middle !== undefined) medians.set(number.key, middle);
  }
  return medians;
}
