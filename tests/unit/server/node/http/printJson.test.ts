import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { runAtOnce } from '$lib/async/stepQueue';
import { fieldSpelling, NETWORK_DIALECT, type FieldSpelling } from '$lib/api/dialect';
import { decodeAnswer } from '$lib/api/http/response';
import { miningRoutes } from '$lib/api/mining-server/routes';
import { printInSteps, printJson } from '$lib/server/node/http/printJson';
import { matchRoute } from '$lib/api/http/findRoute';
import { block } from '$lib/api/schemas/blocks';
import { chosen, converted, listOf, optional, renamed, type JsonCodec } from '$lib/api/schemas/codec';
import { satisfiedPolicy } from '$lib/api/schemas/policies';
import { amount } from '$lib/api/schemas/amount';
import * as scalars from '$lib/api/schemas/scalars';
import { transaction } from '$lib/api/schemas/transactions';
import { v2Transaction } from '$lib/api/schemas/v2transactions';
import { walletServerRoutes } from '$lib/api/wallet-server/routes';
import { stringifyJson, type JsonValue } from '$lib/codec/json';
import { Utf8Builder } from '$lib/codec/utf8Builder';
import { anyDatedBlock, anySatisfiedPolicy, anyTransaction, anyV2Transaction } from '../../../../support/arbitraries';
import { textOf } from '../../../../support/textSink';
import { recordedWalletExchanges } from '../../../../support/recordedWalletServer';

/** At once, and the same in steps. */
function printed(schema: z.core.$ZodType, value: unknown, spelling?: FieldSpelling): string {
  const out = new Utf8Builder();
  printJson(out, schema, value, spelling);
  const text = textOf(out);
  expect(Buffer.concat(runAtOnce(printInSteps(schema, value, spelling))).toString()).toBe(`${text}\n`);
  return text;
}
const theLongWay = (schema: z.core.$ZodType, value: unknown): string => stringifyJson(z.encode(schema, value), 2);

const spelling = fieldSpelling(NETWORK_DIALECT);
const printedForNetwork = (schema: z.core.$ZodType, value: unknown): string => printed(schema, value, spelling);
const translated = (schema: z.core.$ZodType, value: unknown): string =>
  stringifyJson(spelling.write(z.encode(schema, value) as JsonValue), 2);

// printJson reads zod's internals: after an upgrade, run these tests, then update the version here.
test('is verified with this version of zod', () => {
  expect(z.core.version).toEqual({ major: 4, minor: 6, patch: 7 });
});

const HASH = '0123456789abcdef'.repeat(4);
const shape = (fields: z.core.$ZodShape) => z.object(fields);
const either = chosen<{ text?: string; count?: number }>(
  () => z.object({}),
  ({ text }) =>
    (text === undefined ? z.object({ count: z.int() }) : z.object({ text: z.string() })) as JsonCodec<object>
);
const bytesAsText: JsonCodec<Uint8Array> = z.codec(z.string(), z.instanceof(Uint8Array), {
  decode: (text) => new TextEncoder().encode(text),
  encode: (bytes) => new TextDecoder().decode(bytes)
});

describe('prints the same as encoding first', () => {
  test.each<[string, z.core.$ZodType, unknown]>([
    ['text with all escaped characters', z.string(), '"\\\n\u0000\u2028 ünï😀 \ud800'],
    ['an object without fields', shape({}), {}],
    ['an object with all fields omitted', shape({ a: z.optional(z.string()) }), { a: undefined }],
    ['an object in an object', shape({ a: shape({ b: shape({}) }), c: z.boolean() }), { a: { b: {} }, c: false }],
    ['fields that the schema does not list are omitted', shape({ a: z.boolean() }), { b: 1, a: true }],
    ['a field whose name is escaped', shape({ 'a"b': z.boolean() }), { 'a"b': true }],
    ['fields under their wire names', renamed(z.object({ a: z.string() }), { a: 'b' }), { b: 'x' }],
    ['nullable fields', shape({ a: z.nullish(z.string()), b: z.nullable(z.string()) }), { a: null, b: null }],
    ['renamed fields of an intersection', renamed(z.intersection(z.object({ a: z.string() }), z.object({ c: z.boolean() })), { a: 'b' }), { b: 'x', c: true }], // prettier-ignore
    ['empty lists in all their forms', shape({ a: listOf(z.int(), 'null'), b: listOf(z.int(), '[]'), c: listOf(z.int(), 'omitted') }), { a: [], b: [], c: [] }], // prettier-ignore
    ['a list of lists', z.array(z.array(z.boolean())), [[], [true, false]]],
    ['an undefined item', z.array(z.optional(z.boolean())), [undefined, true]],
    ['keys in numeric order', z.record(z.string(), z.boolean()), { b: true, 10: true, 9: false }],
    ['a record without keys, and one that is undefined', shape({ a: z.record(z.string(), z.boolean()), b: z.record(z.string(), z.optional(z.boolean())) }), { a: {}, b: { x: undefined } }], // prettier-ignore
    ['integers of any width', z.array(scalars.u64), [0n, 2n ** 53n - 1n, 2n ** 53n, 2n ** 64n - 1n]],
    ['numbers with checks', z.array(scalars.count), [0, 7]],
    ['any JSON value', z.unknown(), { a: [1.5, -0, 2n ** 70n, null, { b: '"' }], c: undefined, d: [] }],
    ['one hash or many', shape({ a: scalars.hash256, b: scalars.merkleProof, c: scalars.merkleProof }), { a: HASH, b: [HASH, HASH], c: [] }], // prettier-ignore
    ['hashes only', scalars.merkleProof, [HASH, HASH]],
    ['an omitted list item', z.array(optional(z.string())), ['x', undefined]],
    ['a union decided by the value', z.array(either), [{ text: 'x' }, { count: 1 }]],
    ['a schema with conversions', bytesAsText, new TextEncoder().encode('abc')],
    ['rare types', shape({ a: z.union([z.string(), z.boolean()]), b: z.literal('x'), c: z.enum(['y']) }), { a: true, b: 'x', c: 'y' }], // prettier-ignore
    ['unlisted fields of a loose object', z.looseObject({ a: z.boolean() }), { b: 'x', a: true }],
    ['a record with enumerated keys', z.record(z.enum(['a', 'b']), z.boolean()), { b: true, a: false }],
    ['text in a format', z.iso.date(), '2026-01-02'],
    ['an intersection', z.intersection(shape({ a: z.boolean() }), shape({ b: z.array(z.boolean()) })), { a: true, b: [true] }] // prettier-ignore
  ])('%s', (_, schema, value) => {
    expect(printed(schema, value)).toBe(theLongWay(schema, value));
    const inside = shape({ list: z.array(schema) });
    expect(printed(inside, { list: [value, value] })).toBe(theLongWay(inside, { list: [value, value] }));
  });

  const routes = { ...walletServerRoutes, ...miningRoutes };
  const matched = recordedWalletExchanges().flatMap(({ name, method, pathname, status, answerText }) => {
    const match = matchRoute(routes, method, pathname);
    if (match.found !== 'route' || status !== 200 || match.route.result.kind !== 'json') return [];
    return [[name, match.route, match.route.result.schema, answerText] as const];
  });
  test('covers all kinds of responses', () => expect(matched.length).toBeGreaterThan(60));

  test.each(matched)('recorded response %s', async (_, route, schema, answerText) => {
    const value = await decodeAnswer(route, new Response(answerText), { maxBytes: 1e7, timeoutMs: 60_000 });
    expect(printed(schema, value)).toBe(theLongWay(schema, value));
    expect(printedForNetwork(schema, value)).toBe(translated(schema, value));
  });

  test.each<[string, z.core.$ZodType, unknown]>([
    ['a field name', shape({ immatureSvccoins: z.string() }), { immatureSvccoins: 'svccoin' }],
    ['a renamed field', renamed(shape({ svccoin: z.string() }), { svccoin: 'coin' }), { coin: 'x' }],
    ['a name as a text value', z.array(shape({ type: z.string() })), [{ type: 'svcfundClaim' }, { type: 'svccoin' }]],
    ['the keys of a record', z.record(z.string(), z.boolean()), { svccoins: true, other: false }],
    ['any JSON value', z.unknown(), { svcfunds: [{ svccoin: 1n, type: 'svcfundClaim' }] }],
    ['missing JSON', shape({ a: z.optional(z.unknown()) }), {}],
    ['a user’s own data', shape({ metadata: z.unknown() }), { metadata: { svccoin: 1, type: 'svcfundClaim' } }],
    ['a user’s own record', shape({ metadata: z.record(z.string(), z.string()) }), { metadata: { svccoin: 'x' } }],
    ['a type that is not text', shape({ type: z.optional(z.number()) }), { type: 7 }],
    ['a type with fields of its own', shape({ type: shape({ svccoin: z.string() }) }), { type: { svccoin: 'x' } }],
    ['a missing type', shape({ type: z.optional(z.string()) }), {}]
  ])('%s in the network’s dialect', (_, schema, value) => {
    expect(printedForNetwork(schema, value)).toBe(translated(schema, value));
    // The dialects have separate printers.
    expect(printed(schema, value)).toBe(theLongWay(schema, value));
  });

  test.each<[string, z.core.$ZodType, fc.Arbitrary<unknown>]>([
    ['V1 transactions', transaction, anyTransaction],
    ['V2 transactions', v2Transaction, anyV2Transaction],
    ['satisfied policies', satisfiedPolicy, anySatisfiedPolicy],
    ['blocks', block, anyDatedBlock]
  ])('any %s', (_, schema, any) =>
    fc.assert(
      fc.property(any, (value) => {
        expect(printed(schema, value)).toBe(theLongWay(schema, value));
        expect(printedForNetwork(schema, value)).toBe(translated(schema, value));
      }),
      { numRuns: 50 }
    )
  );
});

describe('rejects what encoding rejects', () => {
  const fails = converted<string, string>(z.string(), String, () => scalars.parseChainIndex('x').id);
  test.each<[string, z.core.$ZodType, unknown]>([
    ['a missing renamed field', renamed(z.object({ a: z.string() }), { a: 'b' }), { c: 'x' }],
    ['a missing field', shape({ a: z.string() }), {}],
    ['a field of the wrong type', shape({ a: z.string() }), { a: 1 }],
    ['not an object', shape({}), null],
    ['not a list', z.array(z.string()), {}],
    ['not a record', z.record(z.string(), z.string()), null],
    ['not a record, but a text', z.record(z.string(), z.string()), 'ab'],
    ['not a record, but a list', z.record(z.string(), z.string()), ['a']],
    ['a key that is not allowed', z.record(z.string().check(z.regex(/^a/)), z.string()), { b: 'x' }],
    ['not a boolean', z.boolean(), 'true'],
    ['an amount that is too large', amount, 1n << 128n],
    ['a hash that is too short', scalars.hash256, 'ab'],
    ['a negative count', scalars.count, -1],
    ['many hashes instead of one', scalars.hash256, [HASH]],
    ['one hash instead of many', scalars.merkleProof, HASH],
    ['text in the wrong format', z.iso.date(), 'x'],
    ['a fractional count', scalars.count, 0.5],
    ['null in a required field', z.optional(z.string()), null],
    ['a value that cannot be converted', fails, 'x'],
    ['a value of the wrong type before conversion', bytesAsText, 'abc'],
    ['undefined', z.optional(z.string()), undefined]
  ])('%s', (_, schema, value) => {
    expect(() => theLongWay(schema, value)).toThrow();
    expect(() => printJson(new Utf8Builder(), schema, value)).toThrow();
    expect(() => runAtOnce(printInSteps(schema, value))).toThrow();
    if (value !== undefined) expect(() => runAtOnce(printInSteps(z.array(schema), [value]))).toThrow();
    // A failed conversion does not affect the next one.
    expect(printed(amount, 1n)).toBe('"1"');
  });
});

test('in steps, there is one for each item of the outermost lists', () => {
  const schema = shape({ a: z.array(z.array(z.boolean())), b: z.boolean(), c: z.array(z.boolean()) });
  const value = { a: [[true, false], [true]], b: true, c: [false, false, false] };
  const work = printInSteps(schema, value);
  let steps = 0;
  while (!work.next().done) steps++;
  expect(steps).toBe(5);
});
