import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { miningRoutes } from '$lib/api/mining-server/routes';
import { matchRoute } from '$lib/api/http/findRoute';
import { amount } from '$lib/api/schemas/amount';
import { block } from '$lib/api/schemas/blocks';
import { chosen, converted, encodeJson, listOf, optional, renamed, type JsonCodec } from '$lib/api/schemas/codec';
import { decodeInSteps, decodeValue } from '$lib/api/schemas/decoder';
import { satisfiedPolicy } from '$lib/api/schemas/policies';
import * as scalars from '$lib/api/schemas/scalars';
import { transaction } from '$lib/api/schemas/transactions';
import { v2Transaction } from '$lib/api/schemas/v2transactions';
import { walletServerRoutes } from '$lib/api/wallet-server/routes';
import { runAtOnce } from '$lib/async/stepQueue';
import { CodecError } from '$lib/codec/errors';
import { parseJson, stringifyJson, type JsonValue } from '$lib/codec/json';
import { anyDatedBlock, anySatisfiedPolicy, anyTransaction, anyV2Transaction } from '../../../support/arbitraries';
import { recordedWalletExchanges } from '../../../support/recordedWalletServer';

type Verdict = { readonly value: unknown } | { readonly issue: unknown } | { readonly thrown: unknown };

function verdict(read: () => unknown): Verdict {
  try {
    return { value: read() };
  } catch (error) {
    return error instanceof z.core.$ZodError ? { issue: error.issues[0] } : { thrown: error };
  }
}

/** The same value, including undefined fields and the order of fields; or the same first issue. */
function expectTheSame(schema: z.core.$ZodType, value: unknown): Verdict {
  const theirs = verdict(() => z.parse(schema, value));
  const ours = verdict(() => decodeValue(schema, value));
  const inSteps = verdict(() => runAtOnce(decodeInSteps(schema, value, 1)));
  expect(ours).toStrictEqual(theirs);
  expect(inSteps).toStrictEqual(theirs);
  if ('value' in inSteps && 'value' in theirs) expect(keysIn(inSteps.value)).toEqual(keysIn(theirs.value));
  if ('value' in ours && 'value' in theirs) expect(keysIn(ours.value)).toEqual(keysIn(theirs.value));
  return ours;
}

const keysIn = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && !(value instanceof Uint8Array)
    ? Object.entries(value).map(([key, field]) => [key, keysIn(field)])
    : undefined;

// The decoder reads zod's internals: after an upgrade, run these tests, then update the version here.
test('is verified with this version of zod', () => {
  expect(z.core.version).toEqual({ major: 4, minor: 6, patch: 7 });
});

const HASH = '0123456789abcdef'.repeat(4);
const shape = (fields: z.core.$ZodShape) => z.object(fields);
const either: JsonCodec<unknown> = chosen(
  (wire): JsonCodec<unknown> => (typeof wire === 'string' ? z.string() : z.array(z.boolean())),
  (): JsonCodec<unknown> => z.string()
);
const ownSide: JsonCodec<number> = z.codec(z.string(), z.number().check(z.positive()), {
  decode: Number,
  encode: String
});
const optionals = shape({
  a: z.optional(z.string()),
  b: optional(z.string()),
  c: listOf(z.boolean(), 'omitted'),
  d: z.nullish(z.boolean()),
  e: z.optional(z.unknown()),
  f: z.unknown()
});

describe('decodes and rejects like zod', () => {
  test.each<[string, z.core.$ZodType, readonly unknown[]]>([
    ['text', z.string(), ['x', '', 1, null, undefined, {}]],
    ['text in a format', z.iso.date(), ['2026-01-02', 'x']],
    ['text with checks', scalars.shortText, ['x', 'x'.repeat(2_001)]],
    ['booleans', z.boolean(), [true, 1, undefined]],
    ['numbers', scalars.count, [0, 7, -1, 1.5, '1', 2 ** 60]],
    ['integers of any width', scalars.u64, [0, 2n ** 64n - 1n, 2n ** 64n, -1, 1.5, '1', null]],
    ['amounts', amount, ['0', '007', '1.5 SC', '3'.repeat(38), '3'.repeat(39), '9'.repeat(39), '-1', '1e3', '', 7]],
    ['hashes', scalars.hash256, [HASH, HASH.toUpperCase(), HASH.slice(1), `${HASH.slice(1)}g`, 7]],
    ['proofs', scalars.merkleProof, [[HASH], [], null, undefined, [HASH, 'x'], [7], 'x', {}]],
    ['lists', z.array(z.array(z.boolean())), [[], [[true], []], [true], {}, 'x', null]],
    ['lists that may be absent', listOf(z.boolean(), 'null'), [undefined, null, [], [true], [1]]],
    ['optional values', optionals, [{ f: 1 }, {}, { a: undefined, b: undefined, c: undefined, d: undefined, e: undefined, f: undefined }, { a: null, f: 1 }, { b: null, c: null, d: null, e: null, f: null }, { a: 1, f: 1 }]], // prettier-ignore
    ['objects', shape({ a: shape({ b: z.boolean() }) }), [{ a: { b: true } }, { a: { b: true, c: 1 }, d: 1 }, { a: {} }, {}, [], null, 'x', 7]], // prettier-ignore
    ['lists instead of objects', shape({ a: z.optional(z.string()) }), [[], ['a']]],
    [
      'fields named like inherited properties',
      shape({ toString: z.optional(z.unknown()), constructor: z.unknown() }),
      [{}]
    ],
    ['a field with a default', shape({ a: z._default(z.string(), 'x'), b: optional(z._default(z.string(), 'y')) }), [{}, { a: 'z' }, { b: null }]], // prettier-ignore
    ['renamed fields', renamed(z.object({ a: z.string(), c: z.optional(z.string()) }), { a: 'b' }), [{ a: 'x' }, { b: 'x' }, { a: 'x', c: undefined }, { a: 'x', b: 'y', c: 'z' }]], // prettier-ignore
    ['renamed fields of two kinds', renamed(z.intersection(z.object({ a: z.string() }), z.object({ c: z.boolean() })), { a: 'b' }), [{ a: 'x', c: true }, { a: 'x' }]], // prettier-ignore
    ['objects that keep unknown fields', z.looseObject({ a: z.boolean() }), [{ a: true, b: 1 }]],
    ['objects that reject unknown fields', z.strictObject({ a: z.boolean() }), [{ a: true }, { a: true, b: 1 }]],
    ['objects with checks', z.object({ a: z.boolean() }).check(z.refine(({ a }) => a)), [{ a: true }, { a: false }]], // prettier-ignore
    ['lists with checks', z.array(z.boolean()).check(z.maxLength(1)), [[true], [true, true]]],
    ['a union decided by the value', either, ['x', [true], 7]],
    ['a schema with conversions', ownSide, ['7', '-7', 'x', 7]],
    ['a union of two', z.union([z.string(), z.boolean()]), ['x', true, 7]],
    [
      'names',
      shape({ a: z.enum(['x', 'y']), b: z.literal('z') }),
      [
        { a: 'x', b: 'z' },
        { a: 'z', b: 'z' }
      ]
    ],
    ['records', z.record(z.string(), z.boolean()), [{ a: true }, { a: 1 }, []]]
  ])('%s', (_, schema, values) => {
    for (const value of values) {
      expectTheSame(schema, value);
      expectTheSame(shape({ list: z.array(schema) }), { list: [value, value] });
    }
  });

  test('and rethrows unexpected errors of a conversion', () => {
    const broken = converted(
      z.string(),
      () => {
        throw new RangeError('of the program');
      },
      String
    );
    expect(() => decodeValue(shape({ a: broken }), { a: 'x' })).toThrow(RangeError);
  });

  const routes = { ...walletServerRoutes, ...miningRoutes };
  const matched = recordedWalletExchanges().flatMap(({ name, method, pathname, status, answerText }) => {
    const match = matchRoute(routes, method, pathname);
    if (match.found !== 'route' || status !== 200 || match.route.result.kind !== 'json') return [];
    return [[name, match.route.result.schema, answerText] as const];
  });
  test('covers all kinds of responses', () => expect(matched.length).toBeGreaterThan(60));
  test.each(matched)('recorded response %s', (_, schema, answerText) => {
    expect(expectTheSame(schema, parseJson(answerText))).toHaveProperty('value');
  });

  const wire = <T>(schema: JsonCodec<T>, any: fc.Arbitrary<T>): fc.Arbitrary<JsonValue> =>
    any.map((value) => parseJson(stringifyJson(encodeJson(schema, value))));
  test.each<[string, z.core.$ZodType, fc.Arbitrary<JsonValue>]>([
    ['V1 transactions', transaction, wire(transaction, anyTransaction)],
    ['V2 transactions', v2Transaction, wire(v2Transaction, anyV2Transaction)],
    ['satisfied policies', satisfiedPolicy, wire(satisfiedPolicy, anySatisfiedPolicy)],
    ['blocks', block, wire(block, anyDatedBlock)]
  ])('any %s, unchanged and with one value replaced', (_, schema, any) => {
    let refused = 0;
    fc.assert(
      fc.property(any, fc.nat(), anyReplacement, (json, at, replacement) => {
        expect(expectTheSame(schema, json)).toHaveProperty('value');
        if ('issue' in expectTheSame(schema, replaced(json, at, replacement))) refused++;
      }),
      { numRuns: 50 }
    );
    expect(refused).toBeGreaterThan(10);
  });
});

const anyReplacement: fc.Arbitrary<JsonValue | undefined> = fc.oneof(
  fc.constantFrom<JsonValue | undefined>(undefined, null, [], {}, '', HASH, HASH.slice(1), -1, 1.5, 2n ** 64n, true),
  fc.string(),
  fc.integer()
);

/** A copy with the value at one position replaced; undefined removes a field. */
function replaced(json: JsonValue, at: number, replacement: JsonValue | undefined): JsonValue | undefined {
  const copy = structuredClone(json);
  const places: [Record<string, JsonValue>, string][] = [];
  const walk = (value: JsonValue): void => {
    if (typeof value !== 'object' || value === null) return;
    const fields = value as Record<string, JsonValue>;
    for (const key of Object.keys(fields)) {
      places.push([fields, key]);
      walk(fields[key]!);
    }
  };
  walk(copy);
  if (places.length === 0) return replacement;
  const [holder, key] = places[at % places.length]!;
  if (replacement === undefined && !Array.isArray(holder)) delete holder[key];
  else holder[key] = replacement ?? null;
  return copy;
}

test('of a list of which nothing matches, only the first item is reported', () => {
  let asked = 0;
  const item = converted(
    z.unknown(),
    (value) => {
      asked++;
      if (value === 0) throw new CodecError('expected something else');
      return value;
    },
    (value) => value
  );
  const items = z.object({ items: listOf(item, '[]') });
  const found = verdict(() => decodeValue(items, { items: [1, ...new Array<number>(100).fill(0)] }));
  expect(found).toMatchObject({ issue: { path: ['items', 1], message: 'expected something else' } });
  expect(asked).toBeLessThan(5);
});
