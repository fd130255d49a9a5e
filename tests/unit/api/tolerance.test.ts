import { describe, expect, test } from 'vitest';
import { decodeAnswer } from '$lib/api/http/response';
import { daemonApi } from '$lib/api/daemon/modules';
import { miningRoutes } from '$lib/api/mining-server/routes';
import type { Route, RouteTable } from '$lib/api/http/route';
import { matchRoute } from '$lib/api/http/findRoute';
import { walletServerRoutes } from '$lib/api/wallet-server/routes';
import { parseJson, stringifyJson, type JsonValue } from '$lib/codec/json';
import { recordedAnswer, recordedAreas, recordedExchanges, recordedPathname } from '../../support/recordedDaemon';
import { recordedWalletExchanges } from '../../support/recordedWalletServer';

// Every recorded response, changed in ways in which servers and their versions differ without a change in meaning: it
// must decode to the same value.

const LIMITS = { maxBytes: 10_000_000, timeoutMs: 60_000 };
const read = (route: Route, answer: JsonValue) => decodeAnswer(route, new Response(stringifyJson(answer)), LIMITS);

type Row = readonly [name: string, route: Route, answer: JsonValue];

function rowOf(name: string, tables: readonly RouteTable[], method: string, pathname: string, text: string): Row[] {
  for (const table of tables) {
    const match = matchRoute(table, method, pathname);
    if (match.found === 'route' && match.route.result.kind === 'json') return [[name, match.route, parseJson(text)]];
  }
  return [];
}

const daemonRows = await Promise.all(
  recordedAreas()
    .flatMap(recordedExchanges)
    .filter(({ response }) => response.status === 200 && typeof response.body === 'string' && response.body !== '')
    .map(async (exchange) => {
      const text = await recordedAnswer(exchange).text();
      const tables = Object.values(daemonApi);
      return rowOf(exchange.name, tables, exchange.request.method, recordedPathname(exchange), text);
    })
);
const walletRows = recordedWalletExchanges()
  .filter(({ status }) => status === 200)
  .map(({ name, method, pathname, answerText }) =>
    rowOf(name, [walletServerRoutes, miningRoutes], method, pathname, answerText)
  );
const rows = [...daemonRows, ...walletRows].flat();

/** Objects keyed by values, not names: nothing can be added to them. */
const KEYED_BY_VALUES = new Set(['updatedLeaves', 'treeGrowth', 'metadata', 'modules']);
/** Meaningful if present. */
const NOT_LISTS = new Set(['metadata']);

type Change = (fields: readonly (readonly [string, JsonValue])[]) => readonly (readonly [string, JsonValue])[];

/** The value with every object's fields changed, innermost first. */
function changed(value: JsonValue, change: Change): JsonValue {
  if (Array.isArray(value)) return value.map((item) => changed(item, change));
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).map(([key, inner]) => {
    const isFree = KEYED_BY_VALUES.has(key);
    return [key, isFree ? inner : changed(inner, change)] as const;
  });
  return Object.fromEntries(change(fields));
}

const isEmptyList = (value: JsonValue): boolean => Array.isArray(value) && value.length === 0;

const CHANGES: readonly (readonly [what: string, change: Change])[] = [
  ['unknown additional fields', (fields) => [['aaNew', { deep: [null] }], ...fields, ['zzNew', 10101010101010101010n]]],
  ['fields in another order', (fields) => fields.toReversed()],
  ['empty lists as null', (fields) => fields.map(([key, value]) => [key, isEmptyList(value) ? null : value])],
  ['empty lists left out', (fields) => fields.filter(([, value]) => !isEmptyList(value))],
  ['nulls left out', (fields) => fields.filter(([, value]) => value !== null)],
  [
    'nulls as empty lists',
    (fields) => fields.map(([key, value]) => [key, value === null && !NOT_LISTS.has(key) ? [] : value])
  ]
];

test('there are responses of both kinds of servers', () => {
  expect(daemonRows.flat().length).toBeGreaterThan(60);
  expect(walletRows.flat().length).toBeGreaterThan(60);
});

describe.each(CHANGES)('with %s', (_, change) => {
  test.each(rows)('%s is the same', async (__, route, answer) => {
    expect(await read(route, changed(answer, change))).toEqual(await read(route, answer));
  });
});

test.each(rows.filter(([, , answer]) => isEmptyList(answer)))('%s is the same as null', async (_, route, answer) => {
  expect(await read(route, null)).toEqual(await read(route, answer));
});
