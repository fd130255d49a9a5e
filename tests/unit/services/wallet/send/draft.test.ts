import { expect, test } from 'vitest';
import { VOID_ADDRESS } from '$lib/chain/address';
import {
  addressProblem,
  amountOf,
  emptyDraft,
  emptyRow,
  feeFrom,
  parseDraft,
  readCoins,
  recipientsOf
} from '$lib/services/wallet/send/draft';

const COIN = 10n ** 24n;
const ENGLISH = [{ decimal: '.', group: ',' }];
const ADDRESS: string = VOID_ADDRESS;

test.each([
  ['', undefined],
  ['  ', undefined],
  [ADDRESS, undefined],
  [` ${ADDRESS} `, undefined],
  [ADDRESS.slice(1), 'length'],
  [`${ADDRESS.slice(0, -1)}0`, 'checksum']
])('the address %j: %s', (text, problem) => expect(addressProblem(text)).toBe(problem));

test.each([
  ['', {}],
  ['12.5', { value: (25n * COIN) / 2n }],
  ['0.000000000000000000000001', { value: 1n }],
  ['0', { problem: 'zero' }],
  ['0.0', { problem: 'zero' }],
  ['12,5', { value: (25n * COIN) / 2n }],
  ['1,500', { value: 1500n * COIN }],
  ['1,50,0', { problem: 'currency/not-a-number' }],
  ['much', { problem: 'currency/not-a-number' }],
  ['0.0000000000000000000000001', { problem: 'currency/not-an-integer' }],
  ['-1', { problem: 'currency/negative' }],
  ['9'.repeat(30), { problem: 'currency/overflow' }]
])('the coins %j are accepted or rejected', (text, expected) => expect(readCoins(text, ENGLISH)).toEqual(expected));

test.each([
  ['12', { value: 12n }],
  ['0', { problem: 'zero' }],
  ['1.5', { problem: 'fractional-units' }],
  ['1,500', { value: 1500n }],
  ['1,50', { problem: 'fractional-units' }],
  ['1.000', { value: 1n }]
])('the fund units %j are accepted or rejected', (amount, expected) =>
  expect(amountOf({ ...emptyRow(), unit: 'funds', amount }, ENGLISH)).toEqual(expected)
);

test('coins that can be read in two ways are ambiguous, units only if both are whole', () => {
  const either = [
    { decimal: '.', group: ',' },
    { decimal: ',', group: '.' }
  ];
  expect(readCoins('1,500', either)).toEqual({ problem: 'ambiguous', readings: [1500n * COIN, (3n * COIN) / 2n] });
  const row = { ...emptyRow(), amount: ' 1,500 ' };
  expect(amountOf(row, either)).toMatchObject({ problem: 'ambiguous' });
  expect(amountOf({ ...row, unit: 'funds' }, either)).toEqual({ value: 1500n });
  // A thousand units, or one with three decimals.
  const units = { ...emptyRow(), unit: 'funds' as const, amount: '1.000' };
  expect(amountOf(units, either)).toEqual({ problem: 'ambiguous', readings: [1n, 1000n] });
});

test.each([
  ['a row that receives the remainder', { isMax: true, amount: '5' }, {}],
  ['an empty row', { amount: '  ' }, {}],
  ['units beyond nineteen digits', { unit: 'funds' as const, amount: '9'.repeat(20) }, { problem: 'fractional-units' }],
  ['nineteen digits of units', { unit: 'funds' as const, amount: '1'.repeat(19) }, { value: BigInt('1'.repeat(19)) }],
  ['an invalid number of units', { unit: 'funds' as const, amount: 'many' }, { problem: 'fractional-units' }]
])('the amount of %s', (_, changes, expected) => {
  expect(amountOf({ ...emptyRow(), ...changes }, ENGLISH)).toEqual(expected);
});

test('a new row is empty, and has its own key', () => {
  const [{ key, ...row }, other] = [emptyRow(), emptyRow()];
  expect(row).toEqual({ address: '', amount: '', unit: 'coins', isMax: false, paysFee: false });
  expect(other.key).toBeGreaterThan(key);
  expect(emptyDraft()).toEqual({
    rows: [row],
    fee: { kind: 'normal', text: '', isTaken: false },
    change: '',
    choosing: false,
    chosen: []
  });
});

test('rows become recipients once all of them are complete', () => {
  const coins = { ...emptyRow(), address: ADDRESS, amount: '2' };
  const funds = { ...emptyRow(), address: ADDRESS, amount: '3', unit: 'funds' as const };
  const rest = { ...emptyRow(), address: ADDRESS, amount: '', isMax: true };
  expect(recipientsOf([coins, funds, rest], ENGLISH)).toEqual([
    { address: ADDRESS, unit: 'coins', coins: 2n * COIN },
    { address: ADDRESS, unit: 'funds', funds: 3n },
    { address: ADDRESS, unit: 'max' }
  ]);
  expect(recipientsOf([coins, { ...rest, isMax: false }], ENGLISH)).toBeUndefined();
  expect(recipientsOf([coins, { ...coins, address: '' }], ENGLISH)).toBeUndefined();
  expect(recipientsOf([{ ...coins, amount: '1,5,0' }], ENGLISH)).toBeUndefined();
  expect(recipientsOf([{ ...coins, address: ADDRESS.slice(1) }], ENGLISH)).toBeUndefined();
  expect(recipientsOf([{ ...coins, address: ` ${ADDRESS} ` }], ENGLISH)).toMatchObject([{ address: ADDRESS }]);
  expect(recipientsOf([{ ...rest, address: '' }], ENGLISH)).toBeUndefined();
});

test('a stored draft is read back, anything else is rejected', () => {
  const row = { address: 'half an addr', amount: '1,5', unit: 'coins', isMax: false, paysFee: true };
  const fee = { kind: 'custom', text: '0.1', isTaken: true };
  const draft = { ...emptyDraft(), rows: [row], change: 'x', fee, chosen: ['id'] };
  expect(parseDraft(JSON.parse(JSON.stringify(draft)))).toEqual(draft);
  expect(parseDraft(emptyDraft())).toEqual(emptyDraft());
  for (const broken of [null, {}, { ...draft, rows: [] }, { ...draft, rows: [{ ...row, unit: 'gold' }] }]) {
    expect(parseDraft(broken)).toBeUndefined();
  }
});

test('the fee is paid on top, by all amounts of coins, or by a given one', () => {
  const coins = emptyRow();
  const funds = { ...emptyRow(), unit: 'funds' as const };
  const named = { ...emptyRow(), paysFee: true };
  const onTop = { kind: 'normal', text: '', isTaken: false } as const;
  const taken = { ...onTop, isTaken: true };
  expect(feeFrom([coins, named], onTop)).toEqual([]);
  expect(feeFrom([coins, funds, coins], taken)).toEqual([0, 2]);
  expect(feeFrom([coins, funds, named], taken)).toEqual([2]);
  expect(feeFrom([coins, { ...named, unit: 'funds' }], taken)).toEqual([0]);
  expect(feeFrom([coins, { ...coins, isMax: true }], taken)).toEqual([]);
});
