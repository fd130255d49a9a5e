import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { VOID_ADDRESS } from '$lib/chain/address';
import { EMPTY_TRANSACTION } from '$lib/chain/transaction/transaction';
import { NETWORK_DIALECT, OUR_DIALECT, translateJsonKeys } from '$lib/api/dialect';
import { parseJson, stringifyJson } from '$lib/codec/json';
import type { TransactionSetTextError } from '$lib/explorer/parseTransactionSet';
import { MAX_SET_CHARACTERS, placeOf, readTransactionSet } from '$lib/explorer/parseTransactionSet';
import { recordedExchanges } from '../../support/recordedDaemon';

const ID = 'ab'.repeat(32);
const output = { value: '1', unlockhash: VOID_ADDRESS };

describe('accepted', () => {
  test.each([
    ['[]', []],
    ['null', []],
    ['[{}]', [EMPTY_TRANSACTION]],
    ['[{"svccoininputs": null, "minerfees": []}]', [EMPTY_TRANSACTION]],
    ['[{"minerfees": ["5"]}]', [{ ...EMPTY_TRANSACTION, minerFees: [5n] }]],
    ['[{"MinerFees": [5]}]', [{ ...EMPTY_TRANSACTION, minerFees: [5n] }]]
  ])('%s', (text, transactions) => expect(readTransactionSet(text)).toMatchObject({ transactions, unknownKeys: [] }));

  test('amounts and 64-bit numbers keep every digit', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: (1n << 127n) - 1n }),
        fc.bigInt({ min: 0n, max: (1n << 64n) - 1n }),
        (value, lock) => {
          const unlockconditions = `{"timelock": ${lock}, "publickeys": [], "signaturesrequired": 0}`;
          const text = `[{"svccoininputs": [{"parentid": "${ID}", "unlockconditions": ${unlockconditions}}], "minerfees": [${value}, "${value}"]}]`;
          const [transaction] = readTransactionSet(text).transactions;
          expect(transaction!.minerFees).toEqual([value, value]);
          expect(transaction!.coinInputs[0]!.unlockConditions.timelock).toBe(lock);
        }
      )
    );
  });

  test('both spellings in both dialects have the same meaning', () => {
    const daemon = [{ svccoinoutputs: [output], arbitrarydata: ['aGk='] }];
    const wallet = [{ svccoinOutputs: [{ value: '1', address: VOID_ADDRESS }], arbitraryData: ['aGk='] }];
    const texts = [daemon, wallet].flatMap((value) => {
      const text = stringifyJson(value);
      return [text, stringifyJson(translateJsonKeys(parseJson(text), OUR_DIALECT, NETWORK_DIALECT))];
    });
    const read = texts.map(readTransactionSet);
    expect(read.map(({ spelling }) => spelling)).toEqual(['daemon', 'daemon', 'walletServer', 'walletServer']);
    for (const { transactions } of read) expect(transactions).toEqual(read[0]!.transactions);
    expect(read[0]!.transactions[0]!.coinOutputs).toEqual([{ value: 1n, address: VOID_ADDRESS }]);
  });

  test('unknown keys are reported', () => {
    expect(readTransactionSet('[{"coinoutputs": [], "id": "x"}]').unknownKeys).toEqual(['coinoutputs']);
  });

  test('sets that a daemon accepted', () => {
    const accepted = recordedExchanges('validate').filter(({ response }) => response.status === 204);
    expect(accepted.length).toBeGreaterThan(3);
    for (const { name, request } of accepted) {
      // A daemon ignores bytes after the value; for a user they are a mistake.
      if (name === 'validate.surplus') continue;
      expect(() => readTransactionSet(request.body as string), name).not.toThrow();
    }
  });
});

describe('rejected before sending', () => {
  const faultOf = (text: string): TransactionSetTextError => {
    try {
      readTransactionSet(text);
    } catch (error) {
      return error as TransactionSetTextError;
    }
    throw new Error('was read');
  };

  test.each([
    ['', { code: 'transaction-set/empty' }, undefined],
    [
      '[\n  {\n    "minerfees": ]\n  }\n]',
      { code: 'transaction-set/unexpected-character', character: ']' },
      { line: 3, column: 18 }
    ],
    ['[{"minerfees": ["1"', { code: 'transaction-set/incomplete' }, { line: 1, column: 20 }],
    ['[] x', { code: 'transaction-set/unexpected-character', character: 'x' }, { line: 1, column: 4 }],
    [`[${'1'.repeat(101)}]`, { code: 'transaction-set/unreadable-json' }, undefined],
    ['{}', { code: 'transaction-set/not-a-list' }, undefined],
    ['[5]', { code: 'transaction-set/not-an-object', transaction: 1 }, undefined],
    [
      '[{}, {"minerfees": ["-1"]}]',
      { code: 'transaction-set/wrong-shape', transaction: 2, path: ['minerfees', '0'] },
      undefined
    ],
    [
      '[{"svccoinoutputs": [{"value": "1"}]}]',
      { code: 'transaction-set/wrong-shape', transaction: 1, path: expect.arrayContaining(['svccoinoutputs', '0']) },
      undefined
    ],
    [`"${'x'.repeat(MAX_SET_CHARACTERS)}"`, { code: 'transaction-set/too-large' }, undefined]
  ])('%#', (text, fault, place) => {
    expect(faultOf(text)).toMatchObject({ code: fault.code, fault, place });
  });

  test('positions are counted like in an editor', () => {
    expect([0, 2, 3, 4].map((offset) => placeOf('ab\ncd', offset))).toEqual([
      { line: 1, column: 1 },
      { line: 1, column: 3 },
      { line: 2, column: 1 },
      { line: 2, column: 2 }
    ]);
  });
});
