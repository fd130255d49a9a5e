import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatCsv, parseCsv, parseCsvRows } from '$lib/codec/csv';

describe('CSV', () => {
  const anyField = fc.string({ unit: 'grapheme' }).map((text) => text.replace(/\r\n?/g, '\n'));

  test('any table survives a round trip', () => {
    const isPlain = (field: string) => !/^[=+@\t\n＝＋－＠]|^-/.test(field) && !field.startsWith('\ufeff');
    fc.assert(
      fc.property(fc.array(fc.tuple(anyField.filter(isPlain), anyField.filter(isPlain)), { minLength: 1 }), (rows) => {
        expect(parseCsv(formatCsv([['a', 'b'], ...rows]))).toEqual([['a', 'b'], ...rows]);
      })
    );
  });

  test('quotes, line endings, a byte order mark, semicolons and tabs', () => {
    expect(parseCsv('\ufeffa,b\r\n"x, ""y""","two\nlines"\n\n')).toEqual([
      ['a', 'b'],
      ['x, "y"', 'two\nlines']
    ]);
    expect(parseCsv('a;b\n1,5;2')).toEqual([
      ['a', 'b'],
      ['1,5', '2']
    ]);
    expect(parseCsv('a\tb')).toEqual([['a', 'b']]);
  });

  test('rows are numbered by their first line; the first of them determines the separator', () => {
    expect(parseCsvRows('\r\n\r\na;b\r\n\n"two\nlines";1,5\nc;2')).toEqual([
      { fields: ['a', 'b'], line: 3 },
      { fields: ['two\nlines', '1,5'], line: 5 },
      { fields: ['c', '2'], line: 7 }
    ]);
  });

  test('a field that a spreadsheet would evaluate is escaped as text', () => {
    expect(formatCsv([['=1+1', '-cmd', '@x', '+1', '-2+3+cmd', '-1 ', '\ta']])).toBe(
      `'=1+1,'-cmd,'@x,'+1,'-2+3+cmd,'-1 ,"'\ta"\r\n`
    );
    expect(formatCsv([['＝1', '＋1', '－1', '＠x']])).toBe(`'＝1,'＋1,'－1,'＠x\r\n`);
    expect(formatCsv([['-5', '-0.25', 'a=1', '']])).toBe('-5,-0.25,a=1,\r\n');
  });
});
