import { describe, expect, test } from 'vitest';
import { translatePath } from '$lib/api/dialect';
import { matchRoute } from '$lib/api/http/findRoute';
import type { JsonCodec } from '$lib/api/schemas/codec';
import { walletServerRoutes, WALLET_SERVER_PREFIX } from '$lib/api/wallet-server/routes';
import type { JsonObject, JsonValue } from '$lib/codec/json';
import { decodeRecorded, loadExchanges, printAsServer, withoutEmpty } from './wire';

const exchanges = loadExchanges('wallet-server/exchanges.jsonl');

function routeOf(method: string, url: string) {
  const path = translatePath(new URL(url).pathname, 'sia', 'svc').slice(WALLET_SERVER_PREFIX.length);
  const match = matchRoute(walletServerRoutes, method, path);
  return match.found === 'route' ? match.route : undefined;
}

// What a recording may contain beyond what we keep: fractions of a second, and the block view of this server, which
// prints the origin of V1 inputs instead of their address and omits the ids of V1 fund outputs. What it may lack: the
// height of the newest rule, if that is 0.
const TIME_FRACTION = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)\.\d+(Z|[+-]\d\d:\d\d)$/;

function comparable(value: JsonValue): JsonValue {
  if (typeof value === 'string') return value.replace(TIME_FRACTION, '$1$2');
  if (Array.isArray(value)) return value.map(comparable);
  if (typeof value !== 'object' || value === null) return value;
  const extra = 'unlockConditions' in value ? ['origin', 'address'] : typeof value.value === 'number' ? ['id'] : [];
  return Object.fromEntries(
    Object.entries(value as JsonObject)
      .filter(([key, item]) => !extra.includes(key) && !(key === 'ephemeralOutputHeight' && item === 0))
      .map(([key, item]) => [key, comparable(item)])
  );
}

const answered = exchanges.flatMap(({ name, request, response }) => {
  const route = routeOf(request.method, request.url);
  if (route?.result.kind !== 'json' || response.status !== 200) return [];
  return [{ name, schema: route.result.schema as JsonCodec<unknown>, json: response.json }];
});
const asked = exchanges.flatMap(({ name, request, response }) => {
  const route = routeOf(request.method, request.url);
  // Bodies that are not objects were recorded as text; we need not read what the server could not read.
  const isMalformed = typeof request.body === 'string' || response.text?.startsWith("couldn't decode");
  if (route?.body.kind !== 'json' || isMalformed) return [];
  return [{ name, schema: route.body.schema as JsonCodec<unknown>, json: request.body }];
});

describe('recorded wallet server', () => {
  test('the recording covers the routes', () => {
    expect(answered.length).toBeGreaterThan(60);
    expect(asked.length).toBeGreaterThan(30);
  });

  test.each(answered)('response $name survives a round trip', ({ name, schema, json }) => {
    const printed = printAsServer(schema, decodeRecorded(schema, json));
    // Of peers, we keep what pages show.
    if (name.includes('peers')) return expect(json).toMatchObject(printed as object);
    expect(comparable(withoutEmpty(printed))).toEqual(comparable(withoutEmpty(json)));
  });

  test.each(asked)('request $name decodes', ({ schema, json }) => {
    expect(() => decodeRecorded(schema, json)).not.toThrow();
  });
});
