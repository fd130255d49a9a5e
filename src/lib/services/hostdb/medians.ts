import { HOST_NUMBERS, type HostNumber } from './hostColumns';
import type { HostRow } from './hostRows';
import { median } from '$lib/chain/currency/median';

/** The middle of one figure among those hosts that have it, in base units. */
export const medianOf = ({ of }: HostNumber, rows: readonly HostRow[]): bigint | undefined =>
  median(rows.map(of).filter((value) => value !== undefined));

/** The middle of each figure that these hosts have. */
export function mediansOf(rows: readonly HostRow[]): ReadonlyMap<string, bigint> {
  const medians = new Map<string, bigint>();
  for (const number of HOST_NUMBERS) {
    const middle = medianOf(number, rows);
    if (middle !== undefined) medians.set(number.key, middle);
  }
  return medians;
}
