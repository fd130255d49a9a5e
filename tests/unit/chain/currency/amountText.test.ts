import { expect, test } from 'vitest';
import { readAmount } from '$lib/chain/currency/amountText';
import { parseHastings } from '$lib/chain/currency/currencyText';

const EN = [{ decimal: '.', group: ',' }];
const DE = [{ decimal: ',', group: '.' }];
const BOTH = [...EN, ...DE];

test.each([
  ['1,5', EN, '1.5 SC'],
  ['0,5', EN, '0.5 SC'],
  ['1,5', DE, '1.5 SC'],
  ['1,000', EN, '1000 SC'],
  ['1.000', DE, '1000 SC'],
  ['1.000', EN, '1 SC'],
  ['1,234.56 SC', DE, '1234.56 SC'],
  ['2 KS', EN, '2 KS'],
  ['2,5 MS', EN, '2.5 MS'],
  ['500mS', EN, '500 mS'],
  ['1000 H', EN, '1000 H'],
  ['0.000000000000000000000001', EN, '1 H'],
  ['0', EN, '0 SC']
])('%j in %j is %s', (typed, notations, amount) => {
  expect(readAmount(typed, notations)).toEqual({ kind: 'amount', amount: parseHastings(amount) });
});

test('a field may have another default unit', () => {
  expect(readAmount('1.5', EN, 'KS')).toEqual({ kind: 'amount', amount: parseHastings('1.5 KS') });
});

test('text that two of the user’s languages read differently is ambiguous', () => {
  const readings = [parseHastings('1000 SC'), parseHastings('1 SC')];
  expect(readAmount('1,000', BOTH)).toEqual({ kind: 'ambiguous', readings });
});

test('empty text is empty', () => expect(readAmount('  ', EN)).toEqual({ kind: 'empty' }));

test.each([
  ['-1', 'currency/negative'],
  ['−1,5', 'currency/negative'],
  ['-  1', 'currency/negative'],
  ['-x', 'currency/not-a-number'],
  ['1 -1', 'currency/not-a-number'],
  ['five', 'currency/not-a-number'],
  ['1e5', 'currency/not-a-number'],
  ['1,2,3', 'currency/not-a-number'],
  ['SC', 'currency/not-a-number'],
  ['1 BTC', 'currency/unknown-unit'],
  ['1 sc', 'currency/unknown-unit'],
  ['1 ms', 'currency/unknown-unit'],
  ['0.5 H', 'currency/not-an-integer'],
  ['0.0000000000000000000000001', 'currency/not-an-integer'],
  ['999999999999999999', 'currency/overflow']
])('%j is rejected with %s', (typed, code) => expect(readAmount(typed, EN)).toEqual({ kind: 'invalid', code }));

test('text of up to 1000 characters is parsed', () => {
  const one = '1'.padStart(1000, '0');
  expect(readAmount(` ${one} `, EN)).toEqual({ kind: 'amount', amount: parseHastings('1 SC') });
  expect(readAmount(`0${one}`, EN)).toEqual({ kind: 'invalid', code: 'currency/overflow' });
});

test('text far too long for an amount is rejected quickly', () => {
  for (const text of ['a'.repeat(500_000) + '!', '1'.repeat(500_000), `1${' '.repeat(500_000)}!`]) {
    expect(readAmount(text, EN)).toEqual({ kind: 'invalid', code: 'currency/overflow' });
  }
});
