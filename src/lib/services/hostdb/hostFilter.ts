import {
  choiceField,
  choicesField,
  inRange,
  rangeField,
  sortField,
  textField,
  type FilterField,
  type FilterOf,
  type Range
} from '../filterFields';
import { HOST_NUMBERS } from './hostColumns';
import type { HostRow } from './hostRows';

export const SHOWN = ['active', 'all'] as const;
export const ACCEPTING = ['any', 'yes', 'no'] as const;
/** Marks of a host, if any. */
export const MARKS = ['none', 'filtered', 'subnets'] as const;
type Mark = (typeof MARKS)[number];

const ranges = Object.fromEntries(HOST_NUMBERS.map(({ key, unit }) => [key, rangeField(unit)]));

/** The filter of the host table: a range for every figure. */
export const hostFilterFields = {
  q: textField(),
  show: choiceField(SHOWN, 'active'),
  accepting: choiceField(ACCEPTING, 'any'),
  marked: choicesField(MARKS),
  version: textField(),
  sort: sortField(['host', 'version', ...HOST_NUMBERS.map(({ key }) => key)], { key: 'rank', order: 'asc' }),
  ...(ranges as Readonly<Record<string, FilterField<Range>>>)
};

export type HostFilterValue = FilterOf<typeof hostFilterFields>;

/** The range of a figure; ranges are created in a loop, so their names are not in the type. */
export const rangeOf = (filter: HostFilterValue, key: string): Range =>
  (filter as unknown as Readonly<Record<string, Range | undefined>>)[key] ?? {};

/** The matching rows. */
export function filterHosts(rows: readonly HostRow[], filter: HostFilterValue): readonly HostRow[] {
  const limited = HOST_NUMBERS.map(({ key, of }) => ({ of, range: rangeOf(filter, key) })).filter(
    ({ range }) => range.min !== undefined || range.max !== undefined
  );
  const text = filter.q.trim().toLowerCase();
  return rows.filter(
    (row) =>
      (filter.show === 'all' || row.rank !== undefined) &&
      (filter.accepting === 'any' || row.entry.acceptingContracts === (filter.accepting === 'yes')) &&
      hasMark(row, filter.marked) &&
      row.entry.version.startsWith(filter.version.trim()) &&
      hasText(row, text) &&
      limited.every(({ of, range }) => inRange(of(row), range))
  );
}

function hasMark({ entry, subnetProblem }: HostRow, marks: readonly Mark[]): boolean {
  if (marks.length === 0) return true;
  return (
    (entry.filtered && marks.includes('filtered')) ||
    (subnetProblem !== undefined && marks.includes('subnets')) ||
    (!entry.filtered && subnetProblem === undefined && marks.includes('none'))
  );
}

const hasText = ({ entry }: HostRow, text: string): boolean =>
  text === '' ||
  entry.netAddress.toLowerCase().includes(text) ||
  entry.publicKey.includes(text) ||
  entry.ipNets.some((net) => net.includes(text));
