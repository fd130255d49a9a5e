import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { denseColumns, nextSort, sortRows, tracksOf, type Column } from '$lib/components/table/columns';
import { rowAt, rowTop } from '$lib/components/table/rowWindow.svelte';

interface Row {
  readonly id: number;
  readonly size: bigint | undefined;
}
const columns: Column<Row>[] = [
  { key: 'id', label: 'Id', sortKey: ({ id }) => id },
  { key: 'size', label: 'Size', sortKey: ({ size }) => size, firstOrder: 'desc' },
  { key: 'note', label: 'Note' }
];
const rows = fc.uniqueArray(fc.record({ id: fc.nat(), size: fc.option(fc.bigInt(), { nil: undefined }) }), {
  selector: ({ id }) => id
});

describe('order', () => {
  test('sorts known values, then unknown ones, and loses no row', () => {
    fc.assert(
      fc.property(rows, fc.constantFrom('asc' as const, 'desc' as const), (all, order) => {
        const sorted = sortRows(all, columns, { key: 'size', order });
        expect(sorted.toSorted((a, b) => a.id - b.id)).toEqual(all.toSorted((a, b) => a.id - b.id));
        const sizes = sorted.map(({ size }) => size);
        const known = sizes.filter((size) => size !== undefined);
        expect(sizes.slice(0, known.length)).toEqual(known);
        const pairs = known.slice(1).map((size, i) => [known[i]!, size] as const);
        expect(pairs.every(([a, b]) => (order === 'asc' ? a <= b : a >= b))).toBe(true);
      })
    );
  });

  test('is stable in both directions', () => {
    const all = [1, 2, 3].map((id) => ({ id, size: 7n }));
    for (const order of ['asc', 'desc'] as const) expect(sortRows(all, columns, { key: 'size', order })).toEqual(all);
  });

  test('the original rows are unchanged, and restored without a sort order', () => {
    const all: readonly Row[] = Object.freeze([
      { id: 2, size: 1n },
      { id: 1, size: 2n }
    ]);
    expect(sortRows(all, columns, { key: 'id', order: 'asc' }).map(({ id }) => id)).toEqual([1, 2]);
    for (const key of ['note', 'gone']) expect(sortRows(all, columns, { key, order: 'asc' })).toBe(all);
    expect(sortRows(all, columns, undefined)).toBe(all);
  });

  test('a press sorts by the column’s default direction, the next one reverses it', () => {
    const size = columns[1]!;
    const first = nextSort(size, { key: 'id', order: 'asc' });
    expect([first, nextSort(size, first), nextSort(size, nextSort(size, first))]).toEqual([
      { key: 'size', order: 'desc' },
      { key: 'size', order: 'asc' },
      { key: 'size', order: 'desc' }
    ]);
  });
});

const column = (part: Partial<Column<Row>>): Column<Row> => ({ key: 'k', label: 'L', ...part });

test.each([
  [[{}, {}], 'minmax(7rem, 1fr) 7rem', 14],
  [[{ width: 4 }, { grow: 2 }], '4rem minmax(7rem, 2fr)', 11]
])('%o has tracks %s', (parts, template, leastRem) =>
  expect(tracksOf(parts.map(column))).toEqual({ template, leastRem })
);

describe('a row on a phone', () => {
  const keysOf = (parts: readonly Partial<Column<Row>>[], sorted?: string) => {
    const columns = parts.map((part, i) => column({ key: 'abcdef'[i]!, ...part }));
    const row = denseColumns(columns, sorted === undefined ? undefined : { key: sorted, order: 'asc' });
    const keys = (list: readonly Column<Row>[]) => list.map(({ key }) => key).join('');
    return [row.title.key, row.lead?.key, row.figure?.key, keys(row.notes), keys(row.rest)];
  };

  test.each([
    ['an explicitly marked figure', [{}, { align: 'end' }, { phone: 'figure' }], ['a', undefined, 'c', '', 'b']],
    ['the first number, without a mark', [{}, {}, { align: 'end' }, {}], ['a', undefined, 'c', '', 'bd']],
    [
      'a control, notes and hidden columns',
      [{}, { phone: 'lead' }, { phone: 'note' }, { phone: 'none' }, {}],
      ['a', 'b', undefined, 'c', 'e']
    ],
    ['a single column', [{}], ['a', undefined, undefined, '', '']]
  ] as const)('%s', (_, parts, keys) => expect(keysOf(parts)).toEqual(keys));

  test('the sorted column is the figure, unless the row shows it anyway', () => {
    const parts = [{}, { phone: 'note' }, { phone: 'figure' }, {}] as const;
    expect(['d', 'b', 'a'].map((sorted) => keysOf(parts, sorted)[2])).toEqual(['d', 'c', 'c']);
    expect(keysOf(parts, 'd')[4]).toBe('c');
  });

  test('the extra content of the first column is among the details of the row', () => {
    const cell = (() => undefined) as unknown as NonNullable<Column<Row>['cell']>;
    expect(keysOf([{ cell, text: () => '' }, {}])[4]).toBe('ab');
    expect(keysOf([{ cell }, {}])[4]).toBe('b');
  });
});

describe('the window of rows', () => {
  const opened = fc.option(fc.record({ index: fc.nat(50), px: fc.nat(400) }), { nil: undefined });

  test('the row at a row’s top offset is that row', () => {
    fc.assert(
      fc.property(fc.nat(200), opened, (index, open) => {
        expect(rowAt(rowTop(index, 38, open), 38, open)).toBe(index);
      })
    );
  });

  test('an offset inside an opened row belongs to that row', () => {
    expect([99, 100, 149, 150, 249, 250].map((px) => rowAt(px, 50, { index: 2, px: 100 }))).toEqual([1, 2, 2, 2, 2, 3]);
  });
});
