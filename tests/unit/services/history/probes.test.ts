import { expect, test } from 'vitest';
import { consensusRoutes } from '$lib/api/daemon/consensus';
import { daemonRoutes } from '$lib/api/daemon/daemon';
import { gatewayRoutes } from '$lib/api/daemon/gateway';
import { hostRoutes } from '$lib/api/daemon/host';
import { renterRoutes } from '$lib/api/daemon/renter';
import type { Route } from '$lib/api/http/route';
import { readSeriesOf, VALUE_ROUTES, type Ask } from '$lib/services/history/probes';

const startTime = '2026-01-01T00:00:00Z';
const since = BigInt(Date.parse(startTime));
const answers = new Map<Route, unknown>([
  [consensusRoutes.status, { height: 7, difficulty: 9n }],
  [gatewayRoutes.status, { peers: [{ inbound: true }, { inbound: false }, { inbound: false }] }],
  [gatewayRoutes.bandwidth, { download: 1n, upload: 2n, startTime }],
  [hostRoutes.bandwidth, { download: 3n, upload: 4n, startTime: 'unreadable' }],
  [hostRoutes.folders, { folders: [{ capacity: 10n, capacityRemaining: 4n }] }],
  [renterRoutes.contracts, { active: [{}, {}], passive: [{}] }]
]);

/** Reads the series of a node with these modules. @returns the values, and the routes that were asked */
async function readSeries(modules: Readonly<Record<string, boolean>>) {
  const asked: Route[] = [];
  const ask = async (route: Route): Promise<unknown> => {
    asked.push(route);
    if (route === daemonRoutes.settings) return { modules };
    if (!answers.has(route)) throw new Error('off');
    return answers.get(route);
  };
  const read = await Promise.allSettled(readSeriesOf(ask as Ask)(new AbortController().signal));
  return { values: Object.assign({}, ...read.map((part) => (part.status === 'fulfilled' ? part.value : {}))), asked };
}

const ofNode = {
  'chain.height': 7n,
  'chain.difficulty': 9n,
  'gateway.peersIn': 1n,
  'gateway.peersOut': 2n,
  'gateway.download': 1n,
  'gateway.upload': 2n,
  'gateway.since': since
};

test('a disabled module is not asked', async () => {
  const { values, asked } = await readSeries({ host: false });
  expect(values).toEqual(ofNode);
  expect(asked.map(({ path }) => path).toSorted()).toEqual([
    '/consensus',
    '/daemon/settings',
    '/gateway',
    '/gateway/bandwidth'
  ]);
});

test('each route is asked once; one that fails does not affect the others', async () => {
  const { values, asked } = await readSeries({ host: true, renter: true });
  expect(values).toEqual({
    ...ofNode,
    'host.capacity': 10n,
    'host.used': 6n,
    'host.download': 3n,
    'host.upload': 4n,
    'host.since': 0n,
    'renter.contracts': 3n
  });
  expect(asked).toHaveLength(9);
  expect(new Set(asked).size).toBe(9);
});

test('the rate of a counter needs the time at which it was read, so no older answer will do', () => {
  expect(VALUE_ROUTES).toContain(gatewayRoutes.status);
  expect(VALUE_ROUTES.filter(({ path }) => path.endsWith('/bandwidth'))).toEqual([]);
});
