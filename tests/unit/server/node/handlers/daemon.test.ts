import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Alert } from '$lib/api/daemon/daemon';
import { daemonHandlers } from '$lib/server/node/handlers/daemon';
import type { Market } from '$lib/server/node/market/market';
import { ChainStore } from '$lib/server/node/store/store';
import { NODE_VERSION } from '$lib/server/version';
import { testPreset } from '../../../../support/peers/testChain';

let store: ChainStore;
beforeEach(() => (store = new ChainStore(':memory:')));
afterEach(() => store.close());

const alert = (severity: string, module = 'consensus'): Alert => ({ severity, module, message: severity, cause: '' });
const none = { params: {}, query: {}, body: undefined };
const serving = { signal: new AbortController().signal };

function handlers(market?: readonly Alert[], ofNode: readonly Alert[] = []) {
  let stops = 0;
  const served = daemonHandlers({
    network: testPreset.network,
    genesisTimestamp: testPreset.genesis.timestamp,
    settings: store.settings,
    market: market && ({ alerts: async () => market } as unknown as Market),
    nodeAlerts: async () => [...ofNode],
    stop: () => void stops++
  });
  return { ...served, stops: () => stops };
}

test('the version is that of the node, and there is no other to install', async () => {
  const { version, latestRelease, installRelease } = handlers();
  expect(await version(none, serving)).toEqual({ version: NODE_VERSION, gitRevision: '', buildTime: '' });
  expect(await latestRelease(none, serving)).toEqual({ available: false, version: NODE_VERSION });
  expect(() => installRelease(none, serving)).toThrow(expect.objectContaining({ code: 'daemon/updated-with-quarry' }));
});

describe('alerts', () => {
  test('are listed by severity, the most severe first, and each under its own', async () => {
    const ofNode = ['info', 'warning', 'critical', 'error'].map((severity) => alert(severity));
    expect(await handlers(undefined, ofNode).alerts(none, serving)).toEqual({
      alerts: ['critical', 'error', 'warning', 'info'].map((severity) => alert(severity)),
      criticalAlerts: [alert('critical')],
      errorAlerts: [alert('error')],
      warningAlerts: [alert('warning')],
      infoAlerts: [alert('info')]
    });
  });

  test('of a simulated market follow one that says what it is', async () => {
    const { warningAlerts } = await handlers([alert('warning', 'host')], [alert('warning')]).alerts(none, serving);
    expect(warningAlerts.map(({ module }) => module)).toEqual(['consensus', 'market', 'host']);
  });
});

test.each([
  ['with', [], true],
  ['without', undefined, false]
] as const)('a node %s a market has host and renter: %s', async (_, market, expected) => {
  const { modules } = await handlers(market).settings(none, serving);
  expect(modules).toEqual({
    accounting: false,
    consensus: true,
    explorer: false,
    gateway: true,
    host: expected,
    miner: true,
    renter: expected,
    transactionpool: true,
    wallet: false
  });
});

test('speed limits are stored, and refused below 0', async () => {
  const { configure, settings } = handlers();
  const body = { maxdownloadspeed: 1_000n, maxuploadspeed: 0n };
  await configure({ params: {}, query: {}, body }, serving);
  expect(() => configure({ params: {}, query: {}, body: { maxuploadspeed: -1n } }, serving)).toThrow(
    expect.objectContaining({ code: 'daemon/speed-negative' })
  );
  expect(await settings(none, serving)).toMatchObject({ maxDownloadSpeed: 1_000n, maxUploadSpeed: 0n });
});

test('the node is stopped once the response is on its way', async () => {
  const { stop, stops } = handlers();
  await stop(none, serving);
  expect(stops()).toBe(0);
  await new Promise((resolve) => setTimeout(resolve));
  expect(stops()).toBe(1);
});
