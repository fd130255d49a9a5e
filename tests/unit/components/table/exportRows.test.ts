import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseCsv } from '$lib/codec/csv';
import { rowsCsv, rowsJson, type ExportColumn } from '$lib/components/table/exportRows';

interface Row {
  readonly id: string;
  readonly locked: bigint;
  readonly share?: number;
  readonly good: boolean;
  readonly since: Date;
}
const columns: ExportColumn<Row>[] = [
  { name: 'id', value: ({ id }) => id },
  { name: 'locked (H)', value: ({ locked }) => locked },
  { name: 'share', value: ({ share }) => share },
  { name: 'good', value: ({ good }) => good },
  { name: 'since', value: ({ since }) => since }
];
const since = new Date('2026-11-20T06:41:03.000Z');

test('amounts beyond the range of a number are exact in both formats', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(1n << 130n), max: 1n << 130n }), (locked) => {
      const rows = [{ id: 'a', locked, good: true, since }];
      expect(BigInt(parseCsv(rowsCsv(rows, columns))[1]![1]!)).toBe(locked);
      const [read] = JSON.parse(rowsJson(rows, columns)) as Record<string, string>[];
      expect(BigInt(read!['locked (H)']!)).toBe(locked);
    })
  );
});

test('the exact text of both files', () => {
  const rows = [
    { id: '=HYPERLINK("x")', locked: 5n, good: false, since },
    { id: 'a,"b"', locked: -5n, share: 0.25, good: true, since }
  ];
  expect(rowsCsv(rows, columns)).toBe(
    'id,locked (H),share,good,since\r\n' +
      `"'=HYPERLINK(""x"")",5,,false,2026-11-20T06:41:03.000Z\r\n` +
      '"a,""b""",-5,0.25,true,2026-11-20T06:41:03.000Z\r\n'
  );
  expect(JSON.parse(rowsJson(rows, columns))).toEqual([
    { id: '=HYPERLINK("x")', 'locked (H)': '5', good: false, since: '2026-11-20T06:41:03.000Z' },
    { id: 'a,"b"', 'locked (H)': '-5', share: 0.25, good: true, since: '2026-11-20T06:41:03.000Z' }
  ]);
});
