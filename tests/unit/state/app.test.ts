import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CONNECTION_HEADER } from '$lib/api/quarry/connectionHeader';
import type { SessionStatus } from '$lib/api/quarry/session';
import { App } from '$lib/state/app.svelte';

const SESSION: SessionStatus = {
  signedIn: true,
  mode: 'remote',
  services: ['daemon', 'wallet'],
  elsewhere: [],
  ownPasswords: [],
  work: [
    { service: 'daemon', payout: 'server' },
    { service: 'wallet', payout: 'address' }
  ],
  connection: { id: 'two', name: 'Second node' }
};

beforeEach(() => {
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined });
  // Like a page, where a path alone is a valid URL.
  const Absolute = Request;
  vi.stubGlobal(
    'Request',
    class extends Absolute {
      constructor(path: string, init?: RequestInit) {
        super(new URL(path, 'http://quarry'), init);
      }
    }
  );
});
afterEach(() => void vi.unstubAllGlobals());

/** An app whose server responds by path; other paths are not found. */
function appOf(session: Partial<SessionStatus> = {}, answers: Record<string, unknown> = {}) {
  const requests: Request[] = [];
  const fetch = async (input: RequestInfo | URL) => {
    const request = input as Request;
    requests.push(request);
    const { pathname } = new URL(request.url);
    const answer = answers[pathname];
    return answer === undefined ? new Response('no', { status: 404 }) : Response.json(answer);
  };
  const app = new App(
    { ...SESSION, ...session },
    { fetch, locks: undefined, nowMs: () => 2e12 },
    { dayOf: String, miningLabel: () => 'Mining' }
  );
  const paths = () => requests.map(({ method, url }) => `${method} ${new URL(url).pathname}`);
  return { app, requests, paths };
}

test('every request names the connection that the tab was opened with', async () => {
  const { app, requests } = appOf();
  await app.nodeStatus.consensus.refresh();
  await app.nodeStatus.networkName.refresh();
  expect(requests.length).toBeGreaterThan(1);
  expect(requests.map(({ headers }) => headers.get(CONNECTION_HEADER))).toEqual(requests.map(() => 'two'));
});

test('a session without a connection uses the one of the startup settings', () => {
  expect(appOf({ connection: undefined }).app.openedWith).toEqual({ id: 'start', name: '' });
});

test('the mining sources are those of the session', () => {
  expect(appOf({}).app.miner.sources).toEqual(SESSION.work);
  expect(appOf({ work: [] }).app.miner.sources).toEqual([]);
});

test('the network of the embedded node is known without a request', async () => {
  const { app, requests } = appOf({ network: 'dev' });
  await app.nodeStatus.networkName.refresh();
  expect([app.nodeStatus.networkName.value, requests]).toEqual(['dev', []]);
});

test.each([
  [['daemon', 'wallet'], 'GET /api/daemon/consensus/blocks'],
  [['wallet'], 'GET /api/wallet/consensus/index/0']
] as const)('of %j, the first reports the genesis block', async (services, path) => {
  const { app, paths } = appOf({ services, network: 'dev' });
  await app.nodeStatus.networkKind.refresh();
  expect(paths()).toEqual([path]);
});

test('another connection is selected before anything ends here', async () => {
  const selected = { '/api/connections/three/select': {} };
  const { app, paths } = appOf({}, selected);
  const stop = vi.spyOn(app.miner, 'stop');
  await app.selectConnection('three');
  expect([paths(), stop.mock.calls.length]).toEqual([['POST /api/connections/three/select'], 1]);
});

test('a connection that cannot be selected does not affect the search', async () => {
  const { app } = appOf();
  const stop = vi.spyOn(app.miner, 'stop');
  await expect(app.selectConnection('gone')).rejects.toThrow();
  expect(stop).not.toHaveBeenCalled();
});

test('signing out first ends the search and locks the wallets', async () => {
  const { app, paths } = appOf({}, { '/api/session/end': {} });
  const order: string[] = [];
  vi.spyOn(app.miner, 'stop').mockImplementation(() => void order.push('search ended'));
  const lockEverywhere = async () => void order.push('wallets locked in all tabs');
  app.wallets = { lockEverywhere } as unknown as typeof app.wallets;
  expect(await app.signOut()).toBe(true);
  expect([...order, ...paths()]).toEqual(['search ended', 'wallets locked in all tabs', 'POST /api/session/end']);
});
