import { describe, expect, test } from 'vitest';
import { decodeJson } from '$lib/api/schemas/codec';
import { pathHeight, pathId, queryCount, queryFlag } from '$lib/api/wallet-server/query';
import { readError } from '$lib/api/wallet-server/errors';
import { withoutService } from '$lib/api/dialect';

const SYNTAX = 'invalid syntax';
const RANGE = 'value out of range';

describe('an offset or limit', () => {
  test.each([
    ['0', 0],
    ['007', 7],
    ['+5', 5],
    ['-5', -5],
    ['9223372036854775807', Number.MAX_SAFE_INTEGER],
    ['-9223372036854775808', Number.MIN_SAFE_INTEGER]
  ])('of %s is %s', (text, number) => expect(decodeJson(queryCount, text)).toBe(number));

  test.each([
    ['abc', SYNTAX],
    ['1e3', SYNTAX],
    [' 5', SYNTAX],
    ['1_000', SYNTAX],
    ['0x10', SYNTAX],
    ['５', SYNTAX],
    ['9223372036854775808', RANGE],
    ['9'.repeat(40), RANGE]
  ])('of %j is rejected in a server’s words', (text, why) => {
    expect(() => decodeJson(queryCount, text)).toThrow(`strconv.Atoi: parsing "${text}": ${why}`);
  });
});

describe('a flag', () => {
  test.each(['1', 't', 'T', 'TRUE', 'true', 'True'])('%s is on', (text) =>
    expect(decodeJson(queryFlag, text)).toBe(true)
  );
  test.each(['0', 'f', 'F', 'FALSE', 'false', 'False'])('%s is off', (text) =>
    expect(decodeJson(queryFlag, text)).toBe(false)
  );
  test.each(['yes', 'tRUE', 'on', '2'])('%s is rejected in a server’s words', (text) => {
    expect(() => decodeJson(queryFlag, text)).toThrow(`strconv.ParseBool: parsing "${text}": ${SYNTAX}`);
  });
});

test('a height has 64 bits and no sign', () => {
  expect(decodeJson(pathHeight, '18446744073709551615')).toBe(Number.MAX_SAFE_INTEGER);
  expect(() => decodeJson(pathHeight, '18446744073709551616')).toThrow(RANGE);
  for (const text of ['-1', '+1']) expect(() => decodeJson(pathHeight, text)).toThrow(SYNTAX);
});

test('the number of a wallet stays as it was written', () => {
  for (const text of ['7', '007', '-1', '9223372036854775807']) expect(decodeJson(pathId, text)).toBe(text);
  expect(() => decodeJson(pathId, 'abc')).toThrow('strconv.ParseInt: parsing "abc": invalid syntax');
});

// The texts of a wallet server 2.12.0 that the recordings lack.
test.each([
  ['wallet-server/id-unreadable', 'invalid block ID: decoding "xyz" failed: unexpected EOF'],
  ['wallet-server/query-unreadable', 'invalid form value "limit": strconv.Atoi: parsing "abc": invalid syntax'],
  ['wallet-server/query-unreadable', `couldn't parse form value "limit": strconv.Atoi: parsing "abc": invalid syntax`],
  ['wallet-server/body-too-large', 'request body too large'],
  ['wallet-server/height-not-found', 'height not found'],
  ['wallet-server/pays-void', 'cannot send to void address'],
  ['wallet-server/insufficient-funds', "couldn't get utxos to fund transaction: insufficient funds"],
  ['wallet-server/output-reserved', `couldn't reserve outputs: failed to lock output "ab": output already reserved`],
  ['wallet-server/policy-unknown', 'address "ab" has no spend policy'],
  ['wallet-server/policy-unknown', 'address "ab" has v2-only spend policy'],
  ['wallet-server/basis-not-moved', "couldn't update v2 transaction set: missing block at index 1::ab"]
])('%s is recognized in %j', (code, text) => {
  expect(readError(withoutService(text), '/anywhere')?.code).toBe(code);
});
