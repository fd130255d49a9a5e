import { describe, expect, test } from 'vitest';
import { withoutService } from '$lib/api/dialect';
import { decodeAnswer, encodeAnswer } from '$lib/api/http/response';
import { decodeRequest, encodeRequest } from '$lib/api/http/request';
import { matchRoute } from '$lib/api/http/findRoute';
import { miningRoutes } from '$lib/api/mining-server/routes';
import { walletServerRoutes } from '$lib/api/wallet-server/routes';
import { walletEvent } from '$lib/api/wallet-server/events';
import { decodeJson, encodeJson } from '$lib/api/schemas/codec';
import { parseJson, stringifyJson, type JsonValue } from '$lib/codec/json';
import { recordedWalletExchanges, type WalletExchange } from '../../support/recordedWalletServer';
import { fromRequest, toResponse } from '$lib/server/http/fetchMessages';

const LIMITS = { maxBytes: 10_000_000, timeoutMs: 60_000 };
const exchanges = recordedWalletExchanges();

const routes = { ...walletServerRoutes, ...miningRoutes };
const routeOf = ({ method, pathname }: WalletExchange) => matchRoute(routes, method, pathname);
const answerOf = ({ status, answerText }: WalletExchange) =>
  new Response(status === 204 ? null : answerText, { status });
const rowsWhere = (keep: (exchange: WalletExchange) => boolean) =>
  exchanges.filter((exchange) => keep(exchange)).map((exchange) => [exchange.name, exchange] as const);

describe('the client reads the recorded responses', () => {
  const known = rowsWhere((exchange) => exchange.status < 300 && routeOf(exchange).found === 'route');

  test('of all kinds of endpoints', () => expect(known.length).toBeGreaterThan(60));

  test.each(known)('%s', async (_, exchange) => {
    const match = routeOf(exchange);
    if (match.found !== 'route') throw new Error('unreachable');
    const decoded = await decodeAnswer(match.route, answerOf(exchange), LIMITS);
    const again = toResponse(encodeAnswer(match.route, decoded));
    expect(again.status).toBe(exchange.status);
    if (exchange.status === 200)
      expect(comparable(exchange.answer)).toMatchObject(comparable(parseJson(await again.text())));
  });

  test('all are covered except cross-site requests and those that create test blocks', () => {
    const unread = rowsWhere((exchange) => exchange.status < 300 && routeOf(exchange).found !== 'route');
    const isAsked = ([, { method, pathname }]: (typeof unread)[number]) =>
      method === 'OPTIONS' || pathname.startsWith('/debug/');
    expect(unread.filter((row) => !isAsked(row)).map(([name]) => name)).toEqual([]);
  });

  const CODES: Record<number, string> = { 400: 'api/bad-request', 401: 'api/unauthorized', 404: 'api/not-found', 405: 'api/method-not-allowed', 500: 'api/server-error' }; // prettier-ignore
  test.each(rowsWhere(({ status }) => status >= 400))('%s fails with its code', async (_, exchange) => {
    const read = decodeAnswer(walletServerRoutes.tip, answerOf(exchange), LIMITS);
    await expect(read).rejects.toMatchObject({
      code: CODES[exchange.status],
      serverMessage: withoutService(exchange.answerText.split('\n')[0]!)
    });
  });
});

describe('events in every recorded list', () => {
  const lists = rowsWhere(({ pathname, status }) => status === 200 && /\/events/.test(pathname));
  test.each(lists)('%s', (_, { answer }) => {
    for (const event of [answer].flat() as JsonValue[]) {
      const again = parseJson(stringifyJson(encodeJson(walletEvent, decodeJson(walletEvent, event))));
      expect(comparable(event)).toMatchObject(comparable(again));
    }
  });
});

/** Server messages for malformed requests. */
const MALFORMED = /^couldn't (?:decode request|parse param)/;

describe('recorded requests', () => {
  const posts = rowsWhere((exchange) => {
    const match = routeOf(exchange);
    return match.found === 'route' && match.route.method !== 'GET' && !MALFORMED.test(exchange.answerText);
  });

  test('some are malformed', () => {
    const malformed = exchanges.filter(({ answerText }) => MALFORMED.test(answerText));
    expect(malformed.length).toBeGreaterThan(2);
  });

  test.each(posts)(
    '%s is decoded and encoded identically',
    async (_, { method, pathname, search, body, ...exchange }) => {
      const match = routeOf({ method, pathname, search, body, ...exchange });
      if (match.found !== 'route') throw new Error('unreachable');
      const request = new Request(`http://wallet${pathname}${search}`, { method, body });
      const call = await decodeRequest(match.route, match.params, fromRequest(request));
      const encoded = encodeRequest(match.route, call);
      const again = new Request(`http://wallet${encoded.pathname}${encoded.search}`, {
        method,
        headers: encoded.headers,
        body: encoded.body
      });
      expect(await decodeRequest(match.route, match.params, fromRequest(again))).toEqual(call);
    }
  );
});

/**
 * Times may differ in zone and fraction, empty values have three spellings (null, [] and absent), and some servers
 * print fewer derived values than we do.
 */
function comparable(value: JsonValue): object {
  const clean = (item: JsonValue): JsonValue | undefined => {
    if (typeof item === 'string' && /^\d{4}-\d\d-\d\dT/.test(item)) return `${Math.floor(Date.parse(item) / 1000)}`;
    if (item === null || (Array.isArray(item) && item.length === 0)) return undefined;
    if (Array.isArray(item)) return item.map((inner) => clean(inner) ?? null);
    if (typeof item !== 'object') return item;
    const printed = [
      'ephemeralOutputHeight',
      ...('unlockConditions' in item ? ['address'] : []),
      ...('value' in item ? ['id'] : [])
    ];
    const kept = Object.entries(item).map(([key, inner]) => [key, clean(inner)] as const);
    return Object.fromEntries(
      kept.filter(([key, inner]) => inner !== undefined && !printed.includes(key))
    ) as JsonValue;
  };
  return { value: clean(value) };
}
