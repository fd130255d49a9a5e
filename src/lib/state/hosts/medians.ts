import { HOST_NUMBERS } from './hostNumbers';
import type { HostRow } from './hostRows';
import { median } from './median';

/** The middle of each figure that these hosts have, in base units. */
export function mediansOf(rows: readonly HostRow[]): ReadonlyMap<string, bigint> {
  const medians = new Map<string, bigint>();
  for (const { key, of } of HOST_NUMBERS) {
    const middle = median(rows.map(of).filter((value) => value !== undefined));
    if (middle !== undefined) medians.set(key, middle);
  }
  return medians;
}
