import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { MAX_HASTINGS, hastings } from '$lib/chain/currency/currency';
import { parseHastings } from '$lib/chain/currency/currencyText';
import { setLocale, setReaderTags, type Locale } from '$lib/messages/locale';
import { editableCoins, readerNotations } from '$lib/messages/quantities/typedNumbers';
import { amountOf, emptyRow, readCoins } from '$lib/services/wallet/send/draft';

afterEach(() => {
  setLocale('en');
  setReaderTags([]);
});

const READERS: readonly (readonly [page: Locale, browser: readonly string[]])[] = [
  ['en', ['en-US']],
  ['en', ['de-DE']],
  ['en', ['fr-FR', 'en']],
  ['en', ['hi-IN']],
  ['en', ['ar-EG']],
  ['de', ['de-DE']],
  ['de', ['de-CH', 'en-US']],
  ['de', ['de-AT']]
];

describe.each(READERS)('a page in %s, a browser that lists %j', (page, browser) => {
  test('parses the text it put into a field as the same amount', () => {
    setLocale(page);
    setReaderTags(browser);
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: MAX_HASTINGS }), fc.integer({ min: 0, max: 30 }), (value, zeros) => {
        const amount = hastings((value / 10n ** BigInt(zeros)) * 10n ** BigInt(zeros) || 1n);
        expect(readCoins(editableCoins(amount), readerNotations())).toEqual({ value: amount });
      })
    );
  });

  test('never reads one and a half as fifteen', () => {
    setLocale(page);
    setReaderTags(browser);
    for (const text of ['1,5', '1.5']) {
      expect(readCoins(text, readerNotations())).toEqual({ value: parseHastings('1.5 SC') });
    }
  });
});

test('an amount that differs between German and English is ambiguous', () => {
  setReaderTags(['de-DE']);
  expect(readCoins('1,000', readerNotations())).toEqual({
    problem: 'ambiguous',
    readings: [parseHastings('1000 SC'), parseHastings('1 SC')]
  });
});

test.each([
  ['1,500', 1500n],
  ['1000', 1000n],
  ['10 000', 10_000n]
])('%s fund units are %s', (amount, value) => {
  setReaderTags(['de-DE']);
  expect(amountOf({ ...emptyRow(), unit: 'funds', amount }, readerNotations())).toEqual({ value });
});

test('fund units that are a thousand in English and one in German are ambiguous', () => {
  setReaderTags(['de-DE']);
  expect(amountOf({ ...emptyRow(), unit: 'funds', amount: '1,000' }, readerNotations())).toEqual({
    problem: 'ambiguous',
    readings: [1000n, 1n]
  });
});

test.each(['1.5', '1,5', '0.5', 'one', '-1'])('%s is not a number of fund units', (amount) => {
  expect(amountOf({ ...emptyRow(), unit: 'funds', amount }, readerNotations())).toEqual({
    problem: 'fractional-units'
  });
});
