import fc from 'fast-check';
import { expect, test } from 'vitest';
import { translateJsonKeys } from '$lib/api/dialect';
import { block as blockJson } from '$lib/api/schemas/blocks';
import { decodeJson, encodeJson, type JsonCodec } from '$lib/api/schemas/codec';
import { satisfiedPolicy as satisfiedPolicyJson } from '$lib/api/schemas/policies';
import { transaction as transactionJson } from '$lib/api/schemas/transactions';
import { v2Transaction as v2TransactionJson } from '$lib/api/schemas/v2transactions';
import { v1Block, type Block } from '$lib/chain/block/block';
import { v2Block } from '$lib/chain/block/blockLayout';
import { satisfiedPolicy } from '$lib/chain/policy/policyLayout';
import { transaction } from '$lib/chain/transaction/transaction';
import { v2Transaction } from '$lib/chain/transaction/v2Transaction';
import { parseJson, stringifyJson, type JsonValue } from '$lib/codec/json';
import { decode, encode, type Layout } from '$lib/codec/layout';
import { AppError } from '$lib/errors';
import { anyDatedBlock, anySatisfiedPolicy, anyTransaction, anyV2Transaction } from '../support/arbitraries';
import { runsOf } from './cases';

interface Kind<T> {
  /** Share of the cases; large values are slow. */
  readonly part: number;
  readonly name: string;
  readonly any: fc.Arbitrary<T>;
  readonly layout: Layout<T>;
  readonly json: JsonCodec<T>;
}
const kind = <T>(
  part: number,
  name: string,
  any: fc.Arbitrary<T>,
  layout: Layout<T>,
  json: JsonCodec<T>
): Kind<unknown> => ({ part, name, any, layout, json }) as Kind<unknown>;

const KINDS = [
  kind(0.12, 'V1 transactions', anyTransaction, transaction, transactionJson),
  kind(0.18, 'V2 transactions', anyV2Transaction, v2Transaction, v2TransactionJson),
  kind(0.54, 'satisfied policies', anySatisfiedPolicy, satisfiedPolicy, satisfiedPolicyJson),
  kind<Block>(0.08, 'V1 blocks', anyDatedBlock, v1Block, blockJson),
  kind<Block>(0.08, 'V1 blocks as V2 servers write them', anyDatedBlock, v2Block, blockJson)
];

/** Corruption in transit: a byte is changed, lost or duplicated, or the rest is cut off. */
const anyDamage = fc.record({
  how: fc.constantFrom('change', 'lose', 'double', 'cut'),
  at: fc.nat(),
  byte: fc.nat(255)
});

function damaged(bytes: Uint8Array, { how, at, byte }: { how: string; at: number; byte: number }): Uint8Array {
  const place = at % bytes.length;
  const [head, tail] = [bytes.subarray(0, place), bytes.subarray(place)];
  if (how === 'change') return Uint8Array.of(...head, byte, ...tail.subarray(1));
  if (how === 'lose') return Uint8Array.of(...head, ...tail.subarray(1));
  if (how === 'double') return Uint8Array.of(...head, bytes[place]!, ...tail);
  return Uint8Array.from(head);
}

/** The value, or undefined if it is rejected with an AppError: any other error fails the test. */
function orRefused<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}

test.each(KINDS)(
  '$name: bytes decode to the encoded value; corrupt bytes are rejected or decode to another value',
  ({ any, layout, part }) =>
    fc.assert(
      fc.property(any, anyDamage, (value, damage) => {
        const bytes = encode(layout, value);
        expect(decode(layout, bytes)).toEqual(value);
        const other = orRefused(() => decode(layout, damaged(bytes, damage)));
        if (other !== undefined) expect(decode(layout, encode(layout, other))).toEqual(other);
      }),
      runsOf('encoding', part / 2)
    )
);

/** Replaces one JSON value, at any depth, with another. */
function withDamage(value: JsonValue, at: number, other: JsonValue): JsonValue {
  if (Array.isArray(value) && value.length > 0) {
    const place = at % value.length;
    return value.map((item, i) => (i === place ? withDamage(item, Math.floor(at / value.length), other) : item));
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    const keys = Object.keys(value);
    const key = keys[at % Math.max(keys.length, 1)];
    if (key !== undefined)
      return { ...value, [key]: withDamage(value[key] ?? null, Math.floor(at / keys.length), other) };
  }
  return other;
}

const anyOther = fc.oneof(
  fc.constantFrom<JsonValue>(null, '', -1, 1.5, true, [], {}, 'x', '0'),
  fc.bigInt() as fc.Arbitrary<JsonValue>
);

test.each(KINDS)(
  '$name: JSON round-trips in both dialects; corrupt JSON is rejected or decodes to another value',
  ({ any, json, part }) =>
    fc.assert(
      fc.property(any, fc.nat(), anyOther, (value, at, other) => {
        const written = encodeJson(json, value);
        const read = parseJson(stringifyJson(written));
        expect(decodeJson(json, read)).toEqual(value);
        const theirs = parseJson(stringifyJson(translateJsonKeys(read, 'svc', 'sia')));
        expect(translateJsonKeys(theirs, 'sia', 'svc')).toEqual(read);
        const different = orRefused(() => decodeJson(json, withDamage(read, at, other)));
        if (different !== undefined) {
          const again = parseJson(stringifyJson(encodeJson(json, different)));
          expect(decodeJson(json, again)).toEqual(different);
        }
      }),
      runsOf('encoding', part / 2)
    )
);
