import { expect, test } from 'vitest';
import { boundedRoute } from '$lib/api/daemon/boundedRoutes';
import { daemonApi } from '$lib/api/daemon/modules';
import { decodeRequest } from '$lib/api/http/request';
import { asText, type Route } from '$lib/api/http/route';
import { DAEMON_BOUNDS } from '$lib/api/parameterBounds';
import { fromRequest } from '$lib/server/http/fetchMessages';

const rows: Readonly<Record<string, object>> = DAEMON_BOUNDS;
const routes: Route[] = Object.values(daemonApi).flatMap((table) => Object.values<Route>(table));
const keyOf = ({ method, path }: Route) => `${method} ${path}`;
const isAsText = ({ query, body }: Route) => query === asText || (body.kind === 'form' && body.fields === asText);

test('every row of the table belongs to a route', () => {
  expect(Object.keys(rows).filter((key) => !routes.some((route) => keyOf(route) === key))).toEqual([]);
});

test.each(routes.filter(isAsText).map((route) => [keyOf(route), route] as const))(
  '%s is decoded with its bounds',
  (key, route) => {
    const { query, body } = boundedRoute(route);
    expect(isAsText(boundedRoute(route))).toBe(false);
    const fields = body.kind === 'form' ? body.fields : query;
    expect(Object.keys(fields)).toEqual(Object.keys(rows[key] ?? {}));
  }
);

const json = (body: object) =>
  new Request('http://x', {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' }
  });
const entries = (count: number) => Array.from({ length: count }, () => 'a');

test.each<[string, Route, string, (items: string[]) => object]>([
  ['addresses', daemonApi.gateway.changeBlocklist, 'addresses', (addresses) => ({ action: 'append', addresses })],
  [
    'netaddresses',
    daemonApi.hostdb.setFilterMode,
    'netaddresses',
    (netaddresses) => ({ filtermode: 'whitelist', hosts: [], netaddresses })
  ]
])('a list of %s longer than its bound is rejected', async (_, route, field, bodyOf) => {
  const bounded = boundedRoute(route);
  await expect(decodeRequest(bounded, {}, fromRequest(json(bodyOf(entries(10_000)))))).resolves.toBeDefined();
  await expect(decodeRequest(bounded, {}, fromRequest(json(bodyOf(entries(10_001)))))).rejects.toMatchObject({
    part: 'body',
    field,
    reason: 'more than 10000 addresses'
  });
});

test.each([
  ['longer than any address', 'a'.repeat(262), 'longer than 261 characters'],
  ['with a null byte', 'a\0', 'invalid argument']
])('a net address %s is rejected in a filter', async (_, address, reason) => {
  const bounded = boundedRoute(daemonApi.hostdb.setFilterMode);
  const filter = { filtermode: 'blacklist', netaddresses: ['10.0.0.1', address] };
  await expect(decodeRequest(bounded, {}, fromRequest(json(filter)))).rejects.toMatchObject({
    field: 'netaddresses',
    reason
  });
});

test('a path parameter is decoded with its bounds', async () => {
  const bounded = boundedRoute(daemonApi.host.deleteSector);
  await expect(
    decodeRequest(bounded, { merkleroot: 'ab' }, fromRequest(new Request('http://x', { method: 'POST' })))
  ).rejects.toMatchObject({
    part: 'params',
    field: 'merkleroot'
  });
});

test.each([
  ['abc', 'encoding/hex: odd length hex string'],
  ['abz', "encoding/hex: invalid byte: U+007A 'z'"]
])('the contract id %s is rejected as a daemon does', async (id, reason) => {
  const bounded = boundedRoute(daemonApi.host.contract);
  await expect(decodeRequest(bounded, { id }, fromRequest(new Request('http://x')))).rejects.toMatchObject({ reason });
});
