import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createDaemon } from '$lib/api/daemon/client';
import { createWalletServer } from '$lib/api/wallet-server/client';
import { readConfig } from '$lib/server/config';
import { createContainer, type Container } from '$lib/server/container';
import { startConnection, withCredentials } from '$lib/server/connections/connection';
import type { Session } from '$lib/server/auth/session';
import { eventually } from '../../support/eventually';
import { recordedExchanges, type Exchange } from '../../support/recordedDaemon';
import { fetchFrom } from '$lib/server/http/fetchMessages';
import { temporaryFolder } from '../../support/temporary';

const PASSWORD = 'p4ss';
const AUTHORIZATION = `Basic ${btoa(`:${PASSWORD}`)}`;
const answers = new Map<string, Exchange['response']>();
for (const exchange of ['consensus', 'miner', 'gateway', 'daemon'].flatMap(recordedExchanges)) {
  const { method, path, headers } = exchange.request;
  if (exchange.response.status < 300 && headers['User-Agent'] !== undefined)
    answers.set(`${method} ${path}`, exchange.response);
}

/**
 * Behaves like a real daemon on a real socket: checks the agent, then the password, then replays a recorded response.
 */
const received: IncomingMessage[] = [];
const UNANSWERED = '/daemon/update';
function daemon(request: IncomingMessage, response: ServerResponse): void {
  received.push(request);
  const refuse = (status: number, message: string) =>
    response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify({ message }));
  if (!request.headers['user-agent']?.includes('Sia-Agent')) return void refuse(400, 'Browser access disabled');
  if (request.url === '/daemon/version') return void request.socket.destroy();
  if (request.url === UNANSWERED) return;
  if (request.url?.startsWith('/miner/') && request.headers.authorization !== AUTHORIZATION) {
    response.setHeader('www-authenticate', 'Basic realm="API"');
    return void refuse(401, 'API authentication failed.');
  }
  if (request.url === '/miner/header' && request.method === 'GET') {
    // Daemons guess the content type from the first bytes.
    return void response.writeHead(200, { 'content-type': 'image/x-icon' }).end(Buffer.alloc(112, 7));
  }
  const recorded = answers.get(`${request.method} ${request.url}`);
  if (!recorded) return void refuse(491, '491 Module disabled');
  response.writeHead(recorded.status, { 'content-type': 'application/json; charset=utf-8' });
  response.end(typeof recorded.body === 'string' ? recorded.body : undefined);
}

const server = createServer(daemon);

let quarry: Container;
let signedIn: Session | undefined;
const sessionWith = (password: string): Session =>
  quarry.sealer.begin({
    selected: 'start',
    passwords: withCredentials({}, startConnection(quarry.config), { daemon: password })
  });

/** The browser's side: our own page, which calls through the proxy. */
const through = (service: 'daemon' | 'wallet', at = () => quarry) => {
  const added = { host: '127.0.0.1:4180', 'sec-fetch-site': 'same-origin', 'user-agent': 'Mozilla/5.0' };
  return fetchFrom((request) =>
    at().pass(service, { ...request, headers: { ...request.headers, ...added } }, signedIn)
  );
};
const client = createDaemon({ fetch: through('daemon'), baseUrl: 'http://127.0.0.1:4180' });

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const dataDir = temporaryFolder('container');
  quarry = await createContainer(readConfig({ DAEMON_URL: `http://127.0.0.1:${port}`, QUARRY_DATA_DIR: dataDir }));
});
afterAll(async () => {
  await quarry.close();
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  received.length = 0;
  signedIn = sessionWith(PASSWORD);
});

describe('a real daemon behind the proxy', () => {
  test('gets requests in its dialect, and its responses are read in ours', async () => {
    const { height, fundCount } = await client.consensus.status();
    expect({ height, fundCount }).toEqual({ height: 287, fundCount: 10_000n });
    const block = await client.consensus.block({ query: { height: 42 } });
    expect(block.transactions[1]!.coinInputs).toHaveLength(1);
    expect(received.at(-1)!.headers).toMatchObject({ authorization: AUTHORIZATION });
    expect(received.at(-1)!.headers['user-agent']).toMatch(/Quarry/);
    expect(received.at(-1)!.headers).not.toHaveProperty('quarry-request');
  });

  test('returns work as bytes, whatever their Content-Type', async () => {
    expect(await client.miner.header()).toEqual(new Uint8Array(112).fill(7));
  });

  test('reports a closed connection as such', async () => {
    await expect(client.daemon.version()).rejects.toMatchObject({ code: 'api/connection-closed' });
  });

  test('gets no harmful requests', async () => {
    const body = new Uint8Array(80).fill(1);
    await expect(client.miner.submitHeader({ body })).rejects.toMatchObject({
      code: 'guard/nonce-factor',
      status: 400
    });
    expect(received.filter(({ method }) => method === 'POST')).toEqual([]);
  });

  test('reports a changed password as unauthorized', async () => {
    signedIn = sessionWith('old');
    await expect(client.miner.header()).rejects.toMatchObject({ code: 'api/unauthorized' });
    const response = await through('daemon')(new Request('http://127.0.0.1:4180/miner/header'));
    expect(response.headers.get('www-authenticate')).toBeNull();
  });

  test('is followed for its tips', async () => {
    const request = new Request('http://127.0.0.1:4180/api/tips/daemon');
    const tips = quarry.followTips(request, 'follow', 'daemon', signedIn).body!.getReader();
    expect(new TextDecoder().decode((await tips.read()).value)).toContain('287');
    await tips.cancel();
  });

  test('is not contacted without a session', async () => {
    signedIn = undefined;
    await expect(client.consensus.status()).rejects.toMatchObject({ code: 'api/unauthorized' });
    expect(received).toEqual([]);
  });

  test('setting the clock back locks nobody out for longer', async () => {
    const signIn = (password: string) => quarry.signIn.signIn({ password }, '127.0.0.9');
    for (let i = 0; i < 10; i++) {
      await expect(signIn('wrong')).rejects.toMatchObject({ code: 'session/wrong-password' });
    }
    await expect(signIn(PASSWORD)).rejects.toMatchObject({ code: 'session/too-many-attempts' });
    const later = performance.now() + 61_000;
    const dayBefore = Date.now() - 86_400_000;
    const clocks = [
      vi.spyOn(performance, 'now').mockReturnValue(later),
      vi.spyOn(Date, 'now').mockReturnValue(dayBefore)
    ];
    try {
      expect(await signIn(PASSWORD)).toMatchObject({ daemon: PASSWORD });
    } finally {
      for (const clock of clocks) clock.mockRestore();
    }
  });

  test('checks sign-ins', async () => {
    expect(await quarry.signIn.signIn({ password: PASSWORD }, '127.0.0.1')).toMatchObject({ daemon: PASSWORD });
    await expect(quarry.signIn.signIn({ password: 'wrong' }, '127.0.0.1')).rejects.toMatchObject({
      code: 'session/wrong-password'
    });
  });
});

test('a service that is not configured is reported as such', async () => {
  const wallet = createWalletServer({ fetch: through('wallet'), baseUrl: 'http://127.0.0.1:4180' });
  await expect(wallet.tip()).rejects.toMatchObject({ code: 'api/not-configured' });
  expect(quarry.status(signedIn)).toEqual({
    signedIn: true,
    mode: 'remote',
    network: undefined,
    services: ['daemon'],
    elsewhere: ['daemon'],
    ownPasswords: [],
    work: [{ service: 'daemon', payout: 'server' }],
    pool: undefined,
    connection: {
      id: 'start',
      name: new URL(quarry.config.services.daemon!.url).host
    }
  });
  expect(quarry.status(undefined)).not.toHaveProperty('connection');
  expect(quarry.signInLink).toBeUndefined();
});

test('prices are never requested from a forbidden address', async () => {
  const source = { url: 'http://169.254.169.254/{currency}', currency: 'EUR' };
  await expect(quarry.prices.choose(source)).rejects.toMatchObject({ code: 'connection/forbidden-address' });
});

test('the newest blocks require a daemon and its password', async () => {
  const request = new Request('http://127.0.0.1:4180/api/newest-blocks');
  const stranger = quarry.sealer.begin({ selected: 'start', passwords: {} });
  await expect(quarry.newestBlocks(request, stranger)).rejects.toMatchObject({ code: 'api/unauthorized' });
  const QUARRY_DATA_DIR = temporaryFolder('container');
  const other = await createContainer(readConfig({ WALLET_URL: 'http://w', QUARRY_DATA_DIR }));
  const session = other.sealer.begin({ selected: 'start', passwords: {} });
  await expect(other.newestBlocks(request, session)).rejects.toMatchObject({ code: 'api/not-configured' });
  await other.close();
});

test('without an embedded node there are neither rewards nor a sync to pause', () => {
  expect([quarry.rewards, quarry.sync]).toEqual([undefined, undefined]);
});

const MINING = { MINING_URL: 'http://m:9990' };
const POOL = { POOL_URL: 'stratum+tcp://pool.example:3333', POOL_USER: 'me.rig' };
test.each([
  ['a wallet server', { WALLET_URL: 'http://w' }, ['wallet'], [], ['address']],
  [
    'all',
    { WALLET_URL: 'http://w', DAEMON_URL: 'http://d', ...MINING, ...POOL },
    ['daemon', 'wallet', 'mining', 'pool'],
    ['wallet', 'mining'],
    ['server', 'address', 'either', 'shares']
  ],
  [
    'a mining server at the wallet server’s address',
    { WALLET_URL: 'http://m:9990', ...MINING },
    ['wallet', 'mining'],
    [],
    ['address', 'either']
  ]
])(
  '%s: the session reports the services, whose password is required and what can be mined',
  async (_, env, services, own, payouts) => {
    const dataDir = temporaryFolder('services');
    const other = await createContainer(readConfig({ ...env, QUARRY_DATA_DIR: dataDir }));
    const status = other.status(sessionWith(PASSWORD));
    expect(status).toMatchObject({ services, ownPasswords: own });
    expect(status.work.map(({ payout }) => payout)).toEqual(payouts);
    // The pool is only revealed to signed-in users.
    expect(other.status(undefined).services).toEqual(services.filter((id) => id !== 'pool'));
    await other.close();
  }
);

describe('once it is closed', () => {
  const emptyFolder = () => temporaryFolder('closed');
  const open = (QUARRY_DATA_DIR = emptyFolder()) =>
    createContainer(readConfig({ DAEMON_URL: quarry.config.services.daemon!.url, QUARRY_DATA_DIR }));

  test('no call waits for a service', async () => {
    const other = await open();
    const ended = vi.fn();
    void through('daemon', () => other)(new Request(`http://127.0.0.1:4180${UNANSWERED}`)).then(ended);
    await eventually(() => expect(received.at(-1)?.url).toBe(UNANSWERED));
    await other.close();
    await eventually(() => expect(ended).toHaveBeenCalled());
  });

  test('no price is waited for', async () => {
    const folder = emptyFolder();
    const source = { url: 'http://127.0.0.1:1/{currency}', currency: 'EUR' };
    const content = { version: 1, source, latest: { price: '1', atMs: 0 }, days: [] };
    writeFileSync(join(folder, 'prices.json'), JSON.stringify(content));
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const other = await open(folder);
      expect(vi.getTimerCount()).toBe(1);
      await other.close();
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });
});
