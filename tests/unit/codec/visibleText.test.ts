import { expect, test } from 'vitest';
import { containedText, excerpt, isShowableName, outputExcerpt } from '$lib/codec/visibleText';

test.each([
  ['short', 'short'],
  ['x'.repeat(40), 'x'.repeat(40)],
  ['x'.repeat(41), `${'x'.repeat(40)}…`],
  ['🧱'.repeat(50), `${'🧱'.repeat(40)}…`],
  ['a\u202etxt', 'atxt'],
  ['שלום', '\u2068שלום\u2069'],
  [`${'ن'.repeat(41)}\u202e`, `\u2068${'ن'.repeat(40)}…\u2069`]
])('%j is quoted so that the surrounding sentence stays readable', (typed, quoted) =>
  expect(excerpt(typed)).toBe(quoted)
);

test('output is shortened to what fits in the details of an error', () => {
  expect(outputExcerpt('x'.repeat(2_000))).toBe('x'.repeat(2_000));
  expect(outputExcerpt('x'.repeat(2_001))).toBe(`${'x'.repeat(2_000)}…`);
  expect(outputExcerpt('a\u202eb\nc')).toBe('ab\nc');
});

const stacked = (marks: number) => `a${'\u0336\u0489'.repeat(marks / 2)}b`;

test.each([
  ['marks that rise over the lines above it', stacked(600), stacked(6)],
  ['as many on each letter', stacked(600).repeat(3), stacked(6).repeat(3)],
  ['marks without a letter', '\u0301'.repeat(50), '\u0301'.repeat(6)],
  ['marks beside direction controls', `\u202e${'\u0301'.repeat(4)}\u2066${'\u0301'.repeat(4)}`, '\u0301'.repeat(6)]
])('text with %s keeps to its line', (_, text, shown) => expect(containedText(text)).toBe(shown));

test.each(['\u00ad', '\u200b', '\u200c', '\u200d', '\u200e', '\u2060', '\u2062', '\ufeff'])(
  'marks stacked through %j, which nothing is drawn for, keep to their line',
  (invisible) => {
    const six = '\u0301\u0302'.repeat(3);
    expect(containedText(`a${`${six}${invisible}`.repeat(100)}b`)).toBe(`a${six}${invisible.repeat(100)}b`);
  }
);

test.each([
  'Zoë',
  'e\u0323\u0302',
  'ที่นี่',
  'בְּרֵאשִׁ֖ית',
  'བརྒྱད',
  'हिन्दी',
  '👩‍👩‍👧‍👦 1️⃣ 👍🏽',
  '🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}'
])('%s is shown as written', (text) => expect(containedText(text)).toBe(text));

test('a name that does not keep to its line is not shown', () => {
  expect(isShowableName(stacked(6))).toBe(true);
  expect(isShowableName(stacked(8))).toBe(false);
});
