import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { fieldSpelling, NETWORK_DIALECT } from '$lib/api/dialect';
import { decodeAnswer } from '$lib/api/http/response';
import { miningRoutes } from '$lib/api/mining-server/routes';
import { printJson } from '$lib/server/node/http/printJson';
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
import { anySatisfiedPolicy, anyTransaction, anyV1Block, anyV2Transaction } from '../../../../support/arbitraries';
import { textOf } from '../../../../support/textSink';
import { recordedWalletExchanges } from '../../../../support/recordedWalletServer';

function printed(schema: z.core.$ZodType, value: unknown): string {
  const out = new Utf8Builder();
  printJson(out, schema, value);
  return textOf(out);
}
const theLongWay = (schema: z.core.$ZodType, value: unknown): string => stringifyJson(z.encode(schema, value), 2);

const spelling = fieldSpelling(NETWORK_DIALECT);
function printedForNetwork(schema: z.core.$ZodType, value: unknown): string {
  const out = new Utf8Builder();
  printJson(out, schema, value, spelling);
  return textOf(out);
}
const translated = (schema: z.core.$ZodType, value: unknown): string =>
  stringifyJson(spelling.write(z.encode(schema, value) as JsonValue), 2);

// printJson reads the internals of zod's schemas: after an upgrade run these tests, then name the new version here.
test('is checked with this version of zod', () => {
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

describe('prints what the long way prints', () => {
  test.each<[string, z.core.$ZodType, unknown]>([
    ['text with everything that is escaped', z.string(), '"\\\n\u0000\u2028 ünï😀 \ud800'],
    ['an object without fields', shape({}), {}],
    ['an object all of whose fields are left out', shape({ a: z.optional(z.string()) }), { a: undefined }],
    ['an object in an object', shape({ a: shape({ b: shape({}) }), c: z.boolean() }), { a: { b: {} }, c: false }],
    ['no fields that the schema does not name', shape({ a: z.boolean() }), { b: 1, a: true }],
    ['a field whose name is escaped', shape({ 'a"b': z.boolean() }), { 'a"b': true }],
    ['fields under their names on the wire', renamed(z.object({ a: z.string() }), { a: 'b' }), { b: 'x' }],
    ['nothing that may be null', shape({ a: z.nullish(z.string()), b: z.nullable(z.string()) }), { a: null, b: null }],
    ['fields under other names of what is more than an object', renamed(z.intersection(z.object({ a: z.string() }), z.object({ c: z.boolean() })), { a: 'b' }), { b: 'x', c: true }], // prettier-ignore
    ['lists that are empty, in all their forms', shape({ a: listOf(z.int(), 'null'), b: listOf(z.int(), '[]'), c: listOf(z.int(), 'omitted') }), { a: [], b: [], c: [] }], // prettier-ignore
    ['a list of lists', z.array(z.array(z.boolean())), [[], [true, false]]],
    ['an item that is nothing', z.array(z.optional(z.boolean())), [undefined, true]],
    ['keys in the order of their numbers', z.record(z.string(), z.boolean()), { b: true, 10: true, 9: false }],
    ['a record without keys, and one of nothing', shape({ a: z.record(z.string(), z.boolean()), b: z.record(z.string(), z.optional(z.boolean())) }), { a: {}, b: { x: undefined } }], // prettier-ignore
    ['whole numbers of any width', z.array(scalars.u64), [0n, 2n ** 53n - 1n, 2n ** 53n, 2n ** 64n - 1n]],
    ['numbers that are checked', z.array(scalars.count), [0, 7]],
    ['anything that is JSON already', z.unknown(), { a: [1.5, -0, 2n ** 70n, null, { b: '"' }], c: undefined, d: [] }],
    ['hashes, one or many', shape({ a: scalars.hash256, b: scalars.merkleProof, c: scalars.merkleProof }), { a: HASH, b: [HASH, HASH], c: [] }], // prettier-ignore
    ['what is left out of a list', z.array(optional(z.string())), ['x', undefined]],
    ['what the value chooses', z.array(either), [{ text: 'x' }, { count: 1 }]],
    ['a schema of our own side too', bytesAsText, new TextEncoder().encode('abc')],
    ['kinds that are seldom printed', shape({ a: z.union([z.string(), z.boolean()]), b: z.literal('x'), c: z.enum(['y']) }), { a: true, b: 'x', c: 'y' }], // prettier-ignore
    ['what the schema does not name, where that is kept', z.looseObject({ a: z.boolean() }), { b: 'x', a: true }],
    ['a record by some names', z.record(z.enum(['a', 'b']), z.boolean()), { b: true, a: false }],
    ['text of a form', z.iso.date(), '2026-01-02'],
    ['two kinds in one', z.intersection(shape({ a: z.boolean() }), shape({ b: z.array(z.boolean()) })), { a: true, b: [true] }] // prettier-ignore
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
  test('of all kinds of answer', () => expect(matched.length).toBeGreaterThan(60));

  test.each(matched)('recorded answer %s', async (_, route, schema, answerText) => {
    const value = await decodeAnswer(route, new Response(answerText), { maxBytes: 1e7, timeoutMs: 60_000 });
    expect(printed(schema, value)).toBe(theLongWay(schema, value));
    expect(printedForNetwork(schema, value)).toBe(translated(schema, value));
  });

  test.each<[string, z.core.$ZodType, unknown]>([
    ['a name of a field', shape({ immatureSvccoins: z.string() }), { immatureSvccoins: 'svccoin' }],
    ['a name under another', renamed(shape({ svccoin: z.string() }), { svccoin: 'coin' }), { coin: 'x' }],
    ['a name that is a text', z.array(shape({ type: z.string() })), [{ type: 'svcfundClaim' }, { type: 'svccoin' }]],
    ['the keys of a record', z.record(z.string(), z.boolean()), { svccoins: true, other: false }],
    ['JSON of any kind', z.unknown(), { svcfunds: [{ svccoin: 1n, type: 'svcfundClaim' }] }],
    ['JSON that is not there', shape({ a: z.optional(z.unknown()) }), {}],
    ['a user’s own data', shape({ metadata: z.unknown() }), { metadata: { svccoin: 1, type: 'svcfundClaim' } }],
    ['a user’s own record', shape({ metadata: z.record(z.string(), z.string()) }), { metadata: { svccoin: 'x' } }],
    ['a kind that is no text', shape({ type: z.optional(z.number()) }), { type: 7 }],
    ['a kind that is absent', shape({ type: z.optional(z.string()) }), {}]
  ])('%s in the dialect of the network', (_, schema, value) => {
    expect(printedForNetwork(schema, value)).toBe(translated(schema, value));
    // The printers of the dialects are not each other's.
    expect(printed(schema, value)).toBe(theLongWay(schema, value));
  });

  test.each<[string, z.core.$ZodType, fc.Arbitrary<unknown>]>([
    ['V1 transactions', transaction, anyTransaction],
    ['V2 transactions', v2Transaction, anyV2Transaction],
    ['satisfied policies', satisfiedPolicy, anySatisfiedPolicy],
    ['blocks', block, anyV1Block.map((any) => ({ ...any, timestamp: Math.abs(any.timestamp) % 4_000_000_000 }))]
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

describe('refuses what the long way refuses', () => {
  const fails = converted<string, string>(z.string(), String, () => scalars.parseChainIndex('x').id);
  test.each<[string, z.core.$ZodType, unknown]>([
    ['a field under another name that is missing', renamed(z.object({ a: z.string() }), { a: 'b' }), { c: 'x' }],
    ['a field that is missing', shape({ a: z.string() }), {}],
    ['a field of another kind', shape({ a: z.string() }), { a: 1 }],
    ['no object', shape({}), null],
    ['no list', z.array(z.string()), {}],
    ['no record', z.record(z.string(), z.string()), null],
    ['a key that is not allowed', z.record(z.string().check(z.regex(/^a/)), z.string()), { b: 'x' }],
    ['no yes or no', z.boolean(), 'true'],
    ['an amount that is too large', amount, 1n << 128n],
    ['a hash that is too short', scalars.hash256, 'ab'],
    ['a count below zero', scalars.count, -1],
    ['many hashes where there is one', scalars.hash256, [HASH]],
    ['one hash where there are many', scalars.merkleProof, HASH],
    ['text of another form', z.iso.date(), 'x'],
    ['a fraction of a count', scalars.count, 0.5],
    ['null where something must be', z.optional(z.string()), null],
    ['what cannot be converted', fails, 'x'],
    ['our side of another kind', bytesAsText, 'abc'],
    ['nothing at all', z.optional(z.string()), undefined]
  ])('%s', (_, schema, value) => {
    expect(() => theLongWay(schema, value)).toThrow();
    expect(() => printed(schema, value)).toThrow();
    // A conversion that failed once does so no longer than that.
    expect(printed(amount, 1n)).toBe('"1"');
  });
});
