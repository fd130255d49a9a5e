import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createSocketServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestRequest } from '$lib/api/quarry/connectionCheck';
import type { ServiceId } from '$lib/api/services/ids';
import { SERVICES } from '$lib/api/services/services';
import type { TestResult } from '$lib/api/services/check/result';
import { agentName } from '$lib/api/dialect';
import { isForbidden } from '$lib/server/http/specialAddresses';
import { NODE_VERSION } from '$lib/server/version';
import { USER_AGENT } from '$lib/server/dialect/userAgent';
import { testService } from '$lib/server/connections/check/checkService';
import { isOutdated } from '$lib/server/connections/check/version';
import { POOL_CERTIFICATE, POOL_KEY } from '../../../../support/poolCertificate';
import { StratumPool } from '../../../../support/stratumPool';
import { limitMs } from '../../../../support/limits';

const PASSWORD = 'right';
const hasPassword = (authorization: string | undefined) => authorization === `Basic ${btoa(`:${PASSWORD}`)}`;
const MAIN_GENESIS = '25f6e3b9295a61f69fcb956aca9f0076234ecf2e02d399db5448b6e22f26e81c';
const servers: Server[] = [];
const tlsPools: StratumPool[] = [];

async function listen(server: Server): Promise<number> {
  servers.push(server.listen(0, '127.0.0.1'));
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}
const serve = async (listener: RequestListener) => `http://127.0.0.1:${await listen(createServer(listener))}`;

/**
 * A daemon with these responses; its keys show its dialect, and paths that are not listed belong to disabled modules.
 */
const daemon =
  (
    answers: Record<string, unknown>,
    { agent = agentName('sia'), statuses = {} as Record<string, number> } = {}
  ): RequestListener =>
  (request, response) => {
    const path = request.url!;
    const say = (status: number, body: unknown) =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (!request.headers['user-agent']?.includes(agent)) {
      return say(400, { message: 'Browser access disabled due to security vulnerability.' });
    }
    const status = statuses[path];
    if (status !== undefined) return say(status, { message: `${status} Module` });
    if (path === '/miner/header' || request.method === 'POST') {
      if (!hasPassword(request.headers.authorization)) return say(401, { message: 'API authentication failed.' });
      return request.method === 'GET' ? void response.end(new Uint8Array(112)) : say(200, {});
    }
    return path in answers ? say(200, answers[path]) : say(491, { message: '491 Module disabled' });
  };
const DAEMON = {
  '/consensus': { synced: true, height: 287, currentblock: 'aa', siafundcount: '10000' },
  '/consensus/blocks?height=0': { id: MAIN_GENESIS },
  '/daemon/version': { version: '1.5.9' },
  ...Object.fromEntries(['gateway', 'host', 'hostdb', 'miner', 'renter'].map((module) => [`/${module}`, {}]))
};

/** A wallet server, or a mining server if it has templates; everything except the wallets is public. */
const nodeServer =
  (answers: Record<string, unknown>, isPublic = true): RequestListener =>
  (request, response) => {
    const path = request.url!;
    const isLocked = !isPublic || /^\/api\/(?:wallets|mining)/.test(path);
    if (!path.startsWith('/api'))
      return void response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html>');
    if (isLocked && !hasPassword(request.headers.authorization))
      return void response.writeHead(401).end('unauthorized\n');
    if (!(path in answers)) return void response.writeHead(404).end('404 page not found\n');
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answers[path]));
  };
const NODE = {
  '/api/state': { version: 'v2.12.0' },
  '/api/health': {},
  '/api/consensus/tip': { height: 16, id: 'bb' },
  '/api/consensus/network': { name: 'simnet' },
  '/api/consensus/index/0': { height: 0, id: 'cc' },
  '/api/consensus/tipstate': { siafundTaxRevenue: '0' }
};
const WALLET = { ...NODE, '/api/wallets': [] };
const MINING = { ...NODE, '/api/mining/getblocktemplate': { height: 17 } };

const signing: RequestListener = (request, response) => {
  if (!hasPassword(request.headers.authorization)) return void response.writeHead(401).end('unauthorized\n');
  response.end(request.url!.startsWith('/seeds') ? '{"seeds":null}' : '404 page not found');
};
const page: RequestListener = (_, response) =>
  void response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Router</title>');
const redirect: RequestListener = (_, response) => void response.writeHead(308, { location: '/login' }).end();
const refusing: RequestListener = (_, response) => void response.writeHead(400).end('Bad Request');
const silent: RequestListener = () => undefined;

const at: Record<string, string> = {};
beforeAll(async () => {
  const listeners: Record<string, RequestListener> = {
    daemon: daemon(DAEMON),
    'daemon of another agent': daemon(DAEMON, { agent: 'Own-Agent' }),
    'daemon without host and renter': daemon(DAEMON, { statuses: { '/host': 491, '/renter': 491 } }),
    'daemon without consensus': daemon({ '/daemon/version': DAEMON['/daemon/version'] }),
    'daemon that starts': daemon(DAEMON, { statuses: { '/consensus': 490 } }),
    'old daemon': daemon({ ...DAEMON, '/daemon/version': { version: '1.4.11' } }),
    'daemon that catches up': daemon({ ...DAEMON, '/consensus': { ...DAEMON['/consensus'], synced: false } }),
    wallet: nodeServer(WALLET),
    'closed wallet': nodeServer(WALLET, false),
    'old wallet': nodeServer({ ...WALLET, '/api/state': { version: 'v0.8.0' } }),
    'wallet of some addresses': nodeServer({ ...WALLET, '/api/state': { version: 'v2.12.0', indexMode: 'personal' } }),
    'wallet of all addresses': nodeServer({ ...WALLET, '/api/state': { version: 'v2.12.0', indexMode: 'full' } }),
    'wallet built by hand': nodeServer({ ...WALLET, '/api/state': { version: '?' } }),
    mining: nodeServer(MINING),
    signing,
    page,
    redirect,
    refusing,
    silent
  };
  for (const [name, listener] of Object.entries(listeners)) at[name] = await serve(listener);
  const closing = createSocketServer();
  at.closed = `http://127.0.0.1:${await listen(closing)}`;
  await new Promise((resolve) => closing.close(resolve));
  const talking = (answer: (line: string, socket: Socket) => void) =>
    createSocketServer((socket) =>
      socket.on('data', (chunk) => answer(chunk.toString(), socket)).on('error', () => {})
    );
  at.nonsense = `http://127.0.0.1:${await listen(talking((_, socket) => socket.end('SSH-2.0-OpenSSH\r\n')))}`;
  const pool = await listen(
    talking((line, socket) => {
      const { id } = JSON.parse(line) as { id: number };
      socket.write(`${JSON.stringify({ id: null, method: 'mining.set_difficulty', params: [1] })}\n`);
      socket.write(`${JSON.stringify({ id, result: [[], 'aabbccdd', 4], error: null })}\n`);
    })
  );
  at.pool = `stratum+tcp://127.0.0.1:${pool}`;
  const poolCertificate = { cert: POOL_CERTIFICATE, key: POOL_KEY };
  const overTls = new StratumPool({ tls: poolCertificate });
  await overTls.start();
  tlsPools.push(overTls);
  at['pool over TLS'] = overTls.url;
  at['page over TLS'] = at.page!.replace('http', 'https');
  at['nonsense over TLS'] = at.nonsense.replace('http', 'stratum+ssl');
  at['nonsense as pool'] = at.nonsense.replace('http', 'stratum+tcp');
  at['page as pool'] = at.page!.replace('http', 'stratum+tcp');
  at['nothing as pool'] = at.closed.replace('http', 'stratum+tcp');
});
afterAll(async () => {
  for (const pool of tlsPools) await pool.stop();
  for (const server of servers) {
    if ('closeAllConnections' in server) (server as ReturnType<typeof createServer>).closeAllConnections();
    server.close();
  }
});

const run = (service: ServiceId, where: string, more: Partial<TestRequest> = {}): Promise<TestResult> =>
  testService({ service, url: at[where] ?? where, password: PASSWORD, ...more }, () => undefined);

describe('each service is distinguished from every other', () => {
  test.each<[ServiceId, string, Partial<TestResult>]>([
    ['daemon', 'daemon', { outcome: 'ok', dialect: 'sia', kind: 'main', version: '1.5.9', height: 287, warnings: [] }],
    ['daemon', 'daemon of another agent', { outcome: 'wrong-agent' }],
    ['daemon', 'daemon without host and renter', { outcome: 'ok', off: ['host', 'renter'], warnings: ['modules-off'] }],
    ['daemon', 'daemon without consensus', { outcome: 'module-off', version: '1.5.9' }],
    ['daemon', 'daemon that starts', { outcome: 'starting' }],
    ['daemon', 'old daemon', { outcome: 'outdated', version: '1.4.11', warnings: [] }],
    ['daemon', 'daemon that catches up', { outcome: 'ok', warnings: ['not-synced'] }],
    ['daemon', 'wallet', { outcome: 'wrong-service', found: 'wallet' }],
    ['daemon', 'signing', { outcome: 'wrong-service', found: 'signing' }],
    ['daemon', 'page', { outcome: 'wrong-service', found: 'web-page' }],
    ['daemon', 'redirect', { outcome: 'wrong-service', found: 'web-page' }],
    ['daemon', 'refusing', { outcome: 'wrong-service', found: 'other' }],
    ['daemon', 'nonsense', { outcome: 'wrong-service' }],
    ['daemon', 'page over TLS', { outcome: 'no-tls' }],
    ['daemon', 'closed', { outcome: 'refused' }],
    ['daemon', 'silent', { outcome: 'timeout' }],
    ['daemon', 'http://no-such-name.invalid:9980', { outcome: 'unknown-name' }],
    ['daemon', 'http://169.254.169.254', { outcome: 'forbidden-address' }],
    ['daemon', 'ftp://127.0.0.1', { outcome: 'invalid-address' }],
    [
      'wallet',
      'wallet',
      { outcome: 'ok', dialect: 'sia', kind: 'private', network: 'simnet', version: 'v2.12.0', height: 16 }
    ],
    ['wallet', 'wallet of some addresses', { outcome: 'ok', warnings: ['partial-index'] }],
    ['wallet', 'wallet of all addresses', { outcome: 'ok', warnings: [] }],
    ['wallet', 'wallet built by hand', { outcome: 'ok', version: undefined }],
    ['wallet', 'old wallet', { outcome: 'outdated', version: 'v0.8.0' }],
    ['wallet', 'daemon', { outcome: 'wrong-service', found: 'daemon' }],
    ['wallet', 'mining', { outcome: 'wrong-service', found: 'other' }],
    ['wallet', 'page', { outcome: 'wrong-service', found: 'web-page' }],
    ['mining', 'mining', { outcome: 'ok', height: 16 }],
    ['mining', 'wallet', { outcome: 'wrong-service', found: 'wallet' }],
    ['mining', 'page', { outcome: 'wrong-service', found: 'web-page' }],
    ['signing', 'signing', { outcome: 'ok' }],
    ['signing', 'wallet', { outcome: 'wrong-service', found: 'wallet' }],
    ['pool', 'pool', { outcome: 'ok' }],
    ['pool', 'pool over TLS', { outcome: 'certificate' }],
    ['pool', 'nonsense over TLS', { outcome: 'no-tls' }],
    ['pool', 'nonsense as pool', { outcome: 'wrong-service' }],
    ['pool', 'page as pool', { outcome: 'wrong-service', found: 'web-page' }],
    ['pool', 'nothing as pool', { outcome: 'refused' }],
    ['pool', 'stratum+tcp://169.254.169.254:3333', { outcome: 'forbidden-address', warnings: [] }],
    ['pool', 'http://127.0.0.1', { outcome: 'invalid-address' }]
  ])(
    'as %s: %s',
    async (service, where, result) => {
      expect(await run(service, where)).toMatchObject(result);
    },
    limitMs(20_000)
  );

  test.each<[ServiceId, string]>([
    ['daemon', 'daemon'],
    ['wallet', 'wallet'],
    ['wallet', 'closed wallet'],
    ['mining', 'mining'],
    ['signing', 'signing']
  ])('passwords of a %s: correct, wrong, none (%s)', async (service, where) => {
    const outcomes = [PASSWORD, 'wrong', undefined].map(
      async (password) => (await run(service, where, { password })).outcome
    );
    expect(await Promise.all(outcomes)).toEqual(['ok', 'wrong-password', 'no-password']);
  });
});

test('the session’s password is used if none is typed, but only for its own address', async () => {
  const known: string[] = [];
  const { outcome } = await testService(
    { service: 'wallet', url: `${at.wallet!}/` },
    (url) => (known.push(url), PASSWORD)
  );
  expect([outcome, known]).toEqual(['ok', [`${at.wallet!}/api`]]);
});

test('a daemon with a custom agent accepts it', async () => {
  expect(await run('daemon', 'daemon of another agent', { agent: 'Own-Agent' })).toMatchObject({ outcome: 'ok' });
  expect(USER_AGENT).not.toContain('Own-Agent');
});

test('a pool over TLS is recognized if its certificate is trusted', async () => {
  const trusted = getCACertificates();
  setDefaultCACertificates([...trusted, POOL_CERTIFICATE]);
  expect(await run('pool', 'pool over TLS')).toMatchObject({ outcome: 'ok' });
  expect(tlsPools[0]!.agents).toEqual(['Quarry']);
  setDefaultCACertificates(trusted);
});

describe('the account at a pool', () => {
  const pool = new StratumPool({ user: 'me.rig', password: 'open sesame' });
  beforeAll(() => pool.start());
  afterAll(() => pool.stop());
  const outcome = async (more: Partial<TestRequest>, known?: string) => {
    const locks: string[] = [];
    const request = { service: 'pool', url: pool.url, ...more } as const;
    const result = await testService(request, (lock) => (locks.push(lock), known));
    return [result.outcome, ...locks];
  };

  test('is tested with the typed password, else the stored one, else an arbitrary one', async () => {
    expect(await outcome({ user: 'me.rig', password: 'open sesame' })).toEqual(['ok']);
    expect(await outcome({ user: 'me.rig', password: 'wrong' })).toEqual(['wrong-password']);
    expect(await outcome({ user: 'me.rig' }, 'open sesame')).toEqual(['ok', `${pool.url} me.rig`]);
    expect(await outcome({ user: 'me.rig' })).toEqual(['wrong-password', `${pool.url} me.rig`]);
    expect(await outcome({ user: 'nobody', password: 'open sesame' })).toEqual(['wrong-password']);
  });

  test('is not reported without an account', async () => {
    expect(await outcome({ password: 'open sesame' })).toEqual(['ok']);
  });
});

test('a configured dialect that the server does not use is reported', async () => {
  expect((await run('daemon', 'daemon', { dialect: 'svc' })).warnings).toEqual(['other-dialect']);
});

test.each([
  ['169.254.1.1', true],
  ['0.0.0.0', true],
  ['100.100.100.200', true],
  ['239.0.0.1', true],
  ['fe80::1', true],
  ['fd00:ec2::254', true],
  ['::ffff:169.254.169.254', true],
  ['::ffff:a9fe:a9fe', true],
  ['127.0.0.1', false],
  ['10.0.0.1', false],
  ['192.168.1.5', false],
  ['::1', false],
  ['fd12::1', false],
  ['8.8.8.8', false]
])('%s is forbidden: %s', (address, forbidden) => expect(isForbidden(address)).toBe(forbidden));

test.each([
  ['1.5.3', true],
  ['1.5.4', false],
  ['1.5.10', false],
  ['2.0.0', false],
  ['0.9.9', true],
  [NODE_VERSION, false],
  ['?', false]
])('a daemon of version %s is outdated: %s', (version, outdated) =>
  expect(isOutdated(SERVICES.daemon, version)).toBe(outdated)
);
