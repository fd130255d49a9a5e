import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { notationOf, readDecimal, readWholeNumber } from '$lib/chain/currency/decimalText';

const EN = { decimal: '.', group: ',' };
const DE = { decimal: ',', group: '.' };
const FR = { decimal: ',', group: ' ' };
const CH = { decimal: '.', group: "'" };

const read = (text: string, ...notations: { decimal: string; group: string }[]) => {
  const reading = readDecimal(text, notations.length === 0 ? [EN] : notations);
  return reading.kind === 'number' ? reading.number : reading.kind === 'ambiguous' ? reading.readings : reading.kind;
};

describe('unambiguous in any language', () => {
  test.each([
    ['1', '1'],
    ['1,5', '1.5'],
    ['0,5', '0.5'],
    ['1.5', '1.5'],
    ['.5', '0.5'],
    [',5', '0.5'],
    ['5.', '5'],
    ['007', '7'],
    ['0.500', '0.500'],
    ['0,500', '0.500'],
    ['1,234.5', '1234.5'],
    ['1.234,5', '1234.5'],
    ['1,234,567', '1234567'],
    ['1.234.567', '1234567'],
    ['12,34,567.8', '1234567.8'],
    ['1 234 567,8', '1234567.8'],
    ['1\u00a0234\u202f567,8', '1234567.8'],
    ["1'234.50", '1234.50'],
    ['1’234’567', '1234567'],
    ['1_000', '1000'],
    ['1234.567', '1234.567'],
    ['1234,567', '1234.567'],
    ['٣٫٥', '3.5'],
    ['٣٫١٢٥', '3.125'],
    ['3٫125', '3.125'],
    ['١٬٢٣٤٫١٢٥', '1234.125'],
    ['१२.५', '12.5'],
    ['１２', '12'],
    ['٠٩', '9'],
    ['1，5', '1.5'],
    ['1．5', '1.5'],
    ['1ʼ234ʼ567', '1234567'],
    ['1＇234＇567', '1234567'],
    ['1٬234٬567', '1234567'],
    ['\u200e1\u200f', '1'],
    ['000', '0'],
    [' 12 ', '12']
  ])('%s is %s', (text, number) => {
    for (const notation of [EN, DE, FR, CH]) expect(read(text, notation)).toBe(number);
  });
});

describe('a point or a comma before three digits', () => {
  test.each([
    ['1,234', EN, '1234'],
    ['1.234', EN, '1.234'],
    ['1,234', DE, '1.234'],
    ['1.234', DE, '1234'],
    ['1,234', FR, '1.234'],
    ['1.234', FR, ['1234', '1.234']],
    ['1,234', CH, ['1234', '1.234']],
    ['0,234', EN, '0.234'],
    ['0.234', DE, '0.234']
  ])('%s in %j is %j', (text, notation, number) => expect(read(text, notation)).toEqual(number));

  test('is ambiguous if the user has two notations', () => {
    expect(read('1,234', EN, DE)).toEqual(['1234', '1.234']);
    expect(read('1.234', EN, DE)).toEqual(['1.234', '1234']);
    expect(read('1,5', EN, DE)).toBe('1.5');
  });
});

test.each([
  ...['', ' ', '.', ',', '1e5', '-1', '+1', '1,2,3', '1.2.3', '1,23,4.5', '1,2345.6', '1.234,567,8', '12 34', '1 SC'],
  ...[
    '0x10',
    'NaN',
    '1,,000',
    '1..5',
    "1'23",
    '½',
    '1/2',
    '0,123,456',
    '\u065f',
    '1\u066a',
    '1 234.567.8',
    ',',
    '1,234 567',
    '\u202e12x'
  ]
])('%j is not a number', (text) => expect(read(text)).toBe('invalid'));

const LOCALES = [
  ...['en-US', 'en-GB', 'en-IN', 'de-DE', 'de-AT', 'de-CH', 'fr-FR', 'fr-CH', 'es-ES', 'es-MX', 'it-IT', 'pt-BR'],
  ...['pt-PT', 'nl-NL', 'pl-PL', 'cs-CZ', 'sv-SE', 'nb-NO', 'fi-FI', 'ru-RU', 'uk-UA', 'tr-TR', 'ja-JP', 'zh-CN'],
  ...['ko-KR', 'hi-IN', 'bn-BD', 'ar-EG', 'fa-IR', 'he-IL']
];

test.each([
  ['1234', 1234],
  ['1,234', 1234],
  ['1.234', 1234],
  ['1 234', 1234],
  ["1'234", 1234],
  ['12,34,567', 1_234_567],
  ['٣', 3],
  [' 7 ', 7],
  ['0', 0],
  ['999999999999', 999_999_999_999],
  ['1000000000000', undefined],
  ['1,23', undefined],
  ['0,123', undefined],
  ['1.5', undefined],
  ['-1', undefined],
  ['', undefined],
  ['.', undefined],
  ['x', undefined]
])('the integer %j is %s', (typed, number) => {
  expect(readWholeNumber(typed)).toBe(number);
});

test('a language without a thousands separator has none, and one without a decimal point has one', () => {
  expect(notationOf('en')).toEqual(EN);
  expect(notationOf('fr')).toEqual(FR);
  expect(notationOf('de-CH')).toEqual(CH);
  expect(notationOf('ar-EG')).toEqual({ decimal: ',', group: "'" });
});

test.each(LOCALES)('the notation of %s round-trips', (tag) => {
  const notation = notationOf(tag);
  fc.assert(
    fc.property(
      fc.bigInt({ min: 0n, max: 10n ** 15n }),
      fc.integer({ min: 0, max: 20 }),
      fc.boolean(),
      (value, decimals, useGrouping) => {
        const digits = value.toString().padStart(decimals + 1, '0');
        const exact = decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
        const format = new Intl.NumberFormat(tag, { useGrouping, minimumFractionDigits: decimals });
        const shown = format.format(exact as `${number}`);
        expect([shown, readDecimal(shown, [notation])]).toEqual([shown, { kind: 'number', number: exact }]);
      }
    )
  );
});

test('ambiguous text is never read as a single number', () => {
  const text = fc.stringMatching(/^[0-9.,' _]{1,12}$/);
  fc.assert(
    fc.property(text, (typed) => {
      const reading = readDecimal(typed, [EN]);
      if (reading.kind !== 'number') return;
      // Without its separators it has the same digits, except for leading zeros.
      const digits = (written: string) => written.replace(/\D/g, '').replace(/^0+/, '');
      expect(digits(reading.number)).toBe(digits(typed));
      // Digits before a comma that is followed by fewer or more than three digits are never thousands.
      if (/^\d+,(?:\d{1,2}|\d{4,})$/.test(typed)) expect(reading.number).toContain('.');
    })
  );
});
