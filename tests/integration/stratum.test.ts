import { on, once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, createServer as createTcpServer, type AddressInfo } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import WebSocket from 'ws';
import { isUnanswered, NotConfiguredError, UnauthorizedError } from '$lib/api/http/errors';
import { pageTokenIn, poolProtocols } from '$lib/api/quarry/pageToken';
import { POOL_CLOSED, POOL_FLOOD, POOL_REFUSED, POOL_UNTRUSTED } from '$lib/api/quarry/pool';
import { EventQueue } from '$lib/async/eventQueue';
import { createJsGrinder } from '$lib/mining/grinder/jsGrinder';
import { systemScheduler } from '$lib/async/scheduler';
import { mine, type MiningEvent } from '$lib/mining/session/session';
import type { PoolLink } from '$lib/mining/stratum/stratumConnection';
import type { PoolStatus } from '$lib/mining/stratum/poolConnector';
import { createPoolSource } from '$lib/mining/stratum/poolSource';
import { ServerRefusal } from '$lib/server/errors';
import { ForbiddenAddressError } from '$lib/server/http/addresses';
import { createRawConnections } from '$lib/server/http/upgrades';
import { createPoolUpgrade } from '$lib/server/pool/poolUpgrade';
import { closeReason } from '$lib/services/mining/sources/poolLink';
import { POOL_CERTIFICATE, POOL_KEY } from '../support/poolCertificate';
import { StratumPool } from '../support/stratumPool';
import { eventually } from '../support/eventually';
import { limitMs } from '../support/limits';

// The complete path of a share, in one process: session, pool source, WebSocket, our server's bridge, TCP, and a pool
// that verifies every share against its own copy of the job.
let pool: StratumPool;
let server: Server;
let upgrade: ReturnType<typeof createPoolUpgrade>;
let poolFor: Parameters<typeof createPoolUpgrade>[0]['poolFor'];
let stop: AbortController;

/** One hash in two hundred: many shares per second on the JavaScript engine, even on a busy machine. */
const EASY = 5e-8;

beforeEach(async () => {
  stop = new AbortController();
  pool = new StratumPool({ user: 'me.rig', password: 'secret', difficulty: EASY });
  await pool.start();
  poolFor = () => ({ url: pool.url, user: pool.user, password: pool.password });
  server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  upgrade = createPoolUpgrade({ allowedHosts: [host()], poolFor: (...asked) => poolFor(...asked) });
  const connections = createRawConnections(upgrade, () => false);
  server.on('upgrade', (request, socket, head) => connections.upgrade(request, socket, head));
});

afterEach(async () => {
  stop.abort();
  upgrade.close();
  server.close();
  await pool.stop();
});

const host = () => `127.0.0.1:${(server.address() as AddressInfo).port}`;

const openSocket = (path = '/api/pool', options: WebSocket.ClientOptions = {}) =>
  new WebSocket(`ws://${host()}${path}`, { origin: `http://${host()}`, ...options });

function openLink(): Promise<PoolLink> {
  const socket = openSocket();
  const lines = new EventQueue<string>();
  socket.on('message', (data: Buffer) => lines.push(data.toString()));
  return new Promise((resolve, reject) => {
    socket.on('open', () => resolve({ send: (line) => socket.send(line), lines, close: () => socket.close() }));
    socket.on('error', () => undefined);
    socket.on('close', (code, reason) => {
      const end = closeReason({ code, reason: reason.toString(), wasClean: true });
      lines.fail(end);
      reject(end);
    });
  });
}

/** Mines until the end of the test, and collects the events. */
function start() {
  const facts: PoolStatus[] = [];
  const events: MiningEvent[] = [];
  // The page has a worker name of its own; the server decides which one the pool receives.
  const source = createPoolSource({
    open: openLink,
    worker: 'whoever',
    scheduler: systemScheduler,
    floodPauseMs: 500,
    onChange: (fact) => facts.push(fact)
  });
  const session = mine({
    source,
    engines: ['js'],
    openGrinder: async () => createJsGrinder(),
    power: () => 1,
    scheduler: systemScheduler,
    randomNonce: () => BigInt(Math.floor(Math.random() * 2 ** 50)),
    isUnanswered,
    signal: stop.signal
  });
  const done = (async () => {
    for await (const event of session) events.push(event);
  })();
  const shares = (kind: string) =>
    events.filter((event) => event.type === 'share' && event.answer.kind === kind).length;
  const notice = () =>
    events.filter((event) => event.type === 'notice').findLast(({ error }) => error?.code !== 'mining/shares-dropped');
  return { facts, events, shares, notice, done };
}

test('shares are found, sent under the account’s name, and accepted; page and pool counts agree', async () => {
  const { facts, shares, done, events } = start();
  await eventually(() => expect(shares('accepted')).toBeGreaterThan(20));
  expect(facts.at(-1)).toEqual({ step: 'ready', difficulty: EASY });
  stop.abort();
  await done;
  expect(new Set(pool.shares.map(({ worker }) => worker))).toEqual(new Set(['me.rig']));
  expect(pool.count('accepted')).toBe(pool.shares.length);
  // Whether the pool received a lost share is unknown.
  expect(pool.shares.length).toBeGreaterThanOrEqual(shares('accepted'));
  expect(pool.shares.length).toBeLessThanOrEqual(shares('accepted') + shares('lost'));
  expect(events.some(({ type }) => type === 'invalid')).toBe(false);
});

test('mining through a pool ends with its session', async () => {
  const ending = new AbortController();
  poolFor = () => ({ url: pool.url, user: pool.user, password: pool.password, ended: ending.signal });
  const socket = openSocket();
  const closed = once(socket, 'close');
  await once(socket, 'open');
  ending.abort();
  expect((await closed)[0]).toBe(1008);
});

test('every work unit has its own extranonce', async () => {
  const source = createPoolSource({ open: openLink, worker: 'x', scheduler: systemScheduler });
  void (async () => {
    for await (const _ of source.followWork!(stop.signal));
  })().catch(() => undefined);
  const works = [await source.getWork(stop.signal), await source.getWork(stop.signal)];
  expect(new Set(works.map(({ decoded }) => decoded.commitment)).size).toBe(2);
  expect(new Set(works.map(({ decoded }) => decoded.parentId)).size).toBe(1);
});

test('a share of an expired job counts as stale, and the next job continues', async () => {
  const { shares } = start();
  await eventually(() => expect(shares('accepted')).toBeGreaterThan(2));
  pool.newBlock(false);
  await eventually(() => expect(shares('stale')).toBeGreaterThan(0));
  pool.broadcastJob();
  const before = shares('accepted');
  await eventually(() => expect(shares('accepted')).toBeGreaterThan(before + 2));
  expect(shares('rejected')).toBe(0);
  expect(pool.count('stale')).toBeGreaterThan(0);
});

test('other transactions on the same block make no share stale', async () => {
  const { shares } = start();
  await eventually(() => expect(shares('accepted')).toBeGreaterThan(2));
  for (let i = 0; i < 5; i++) {
    pool.newTransactions();
    const before = shares('accepted');
    await eventually(() => expect(shares('accepted')).toBeGreaterThan(before + 2));
  }
  expect([shares('stale'), shares('rejected')]).toEqual([0, 0]);
});

test('a harder difficulty applies immediately, an easier one from the next job on', async () => {
  const { shares, facts } = start();
  await eventually(() => expect(shares('accepted')).toBeGreaterThan(2));
  pool.setDifficulty(EASY * 8);
  await eventually(() => expect(facts.at(-1)?.difficulty).toBe(EASY * 8));
  const before = shares('accepted');
  await eventually(() => expect(shares('accepted')).toBeGreaterThan(before + 3));
  pool.setDifficulty(EASY);
  pool.newBlock();
  await eventually(() => expect(facts.at(-1)?.difficulty).toBe(EASY));
});

test('a pool with a higher difficulty than announced rejects with low difficulty, and the reason is shown', async () => {
  const { shares, events } = start();
  await eventually(() => expect(shares('accepted')).toBeGreaterThan(2));
  pool.severity = 1e9;
  await eventually(() => expect(shares('rejected')).toBeGreaterThan(2));
  const refused = events.findLast((event) => event.type === 'share');
  expect(refused?.type === 'share' && refused.answer).toEqual({
    kind: 'rejected',
    fault: 'low-difficulty',
    reason: 'Low difficulty share'
  });
});

test('after a pool returns, mining resumes automatically with new extranonces', async () => {
  const { shares, notice, facts } = start();
  await eventually(() => expect(shares('accepted')).toBeGreaterThan(2));
  await pool.stop();
  await eventually(() => expect(notice()?.error?.code).toBe('pool/away'));
  expect(facts.at(-1)?.step).toBe('away');
  await pool.start();
  const before = shares('accepted');
  await eventually(() => expect(shares('accepted')).toBeGreaterThan(before + 2));
  await eventually(() => expect(notice()?.error).toBeUndefined());
  expect(pool.connections).toBeGreaterThan(1);
  expect(shares('rejected')).toBe(0);
});

test('a reconnect request is followed, always to the same pool', async () => {
  const { shares } = start();
  await eventually(() => expect(shares('accepted')).toBeGreaterThan(2));
  pool.say('{"id":null,"method":"client.reconnect","params":["evil.example",1,0]}');
  await eventually(() => expect(pool.connections).toBe(2));
  const before = shares('accepted');
  await eventually(() => expect(shares('accepted')).toBeGreaterThan(before + 2));
});

test('a new extranonce during mining is applied with the next job', async () => {
  const { shares } = start();
  await eventually(() => expect(shares('accepted')).toBeGreaterThan(2));
  // The pool verifies with the extranonce it assigned, so shares with the other one miss its difficulty.
  pool.say('{"id":null,"method":"mining.set_extranonce","params":["00000000",4]}');
  const before = shares('accepted');
  await eventually(() => expect(shares('accepted')).toBeGreaterThan(before + 2));
  expect(pool.count('low-difficulty')).toBe(0);
  pool.broadcastJob();
  await eventually(() => expect(pool.count('low-difficulty')).toBeGreaterThan(0));
});

test('an unknown worker is reported', async () => {
  poolFor = () => ({ url: pool.url, user: 'somebody else', password: 'x' });
  const { notice } = start();
  await eventually(() => expect(notice()?.error?.code).toBe('pool/worker-refused'));
  expect(notice()?.error?.message).toMatch(/Unauthorized worker/);
});

test('a pool that floods the page is disconnected with a reason, and used again once it is quiet', async () => {
  const { shares, events } = start();
  await eventually(() => expect(shares('accepted')).toBeGreaterThan(2));
  for (let i = 0; i < 5000; i++) pool.say('{"method":"mining.set_extranonce","params":["00",4]}');
  const isFlood = (event: MiningEvent) => event.type === 'notice' && event.error?.code === 'pool/flood';
  await eventually(() => expect(events.some(isFlood)).toBe(true));
  const before = shares('accepted');
  await eventually(() => expect(shares('accepted')).toBeGreaterThan(before + 2));
  expect(pool.connections).toBeLessThan(5);
});

test('a pool that sends garbage is disconnected and retried', async () => {
  const { shares, notice } = start();
  await eventually(() => expect(shares('accepted')).toBeGreaterThan(2));
  pool.say('this is no JSON');
  await eventually(() => expect(pool.connections).toBeGreaterThan(1));
  await eventually(() => expect(notice()?.error).toBeUndefined());
});

describe('a pool over TLS', () => {
  const trusted = getCACertificates();

  beforeEach(async () => {
    await pool.stop();
    const tls = { cert: POOL_CERTIFICATE, key: POOL_KEY };
    pool = new StratumPool({ user: 'me.rig', password: 'secret', difficulty: EASY, tls });
    await pool.start();
  });
  afterEach(() => setDefaultCACertificates(trusted));

  test.each(['stratum+ssl', 'stratum+tls'])('with a trusted certificate is mined to (%s)', async (scheme) => {
    setDefaultCACertificates([...trusted, POOL_CERTIFICATE]);
    poolFor = () => ({ url: pool.url.replace('stratum+ssl', scheme), user: pool.user, password: pool.password });
    const { shares, notice } = start();
    await eventually(() => expect(shares('accepted')).toBeGreaterThan(5));
    expect(notice()?.error).toBeUndefined();
    expect(pool.count('accepted')).toBe(pool.shares.length);
  });

  test('with a self-signed certificate receives nothing, and the user is told what to do', async () => {
    const { notice, facts } = start();
    await eventually(() => expect(notice()?.error?.code).toBe('pool/untrusted'));
    expect(notice()?.error?.message).toMatch(/self-signed.*Nothing was sent.*NODE_EXTRA_CA_CERTS/);
    expect(facts.at(-1)?.step).toBe('away');
    expect(pool.agents).toEqual([]);
  });

  test.each([
    [
      'another name',
      () => pool.url.replace('localhost', '127.0.0.1'),
      POOL_UNTRUSTED,
      /^other-name ERR_TLS_CERT_ALTNAME_INVALID$/
    ],
    ['no TLS at a TLS address', undefined, POOL_CLOSED, /^no-tls \w+$/]
  ] as const)('with %s is disconnected', async (_, url, code, reason) => {
    setDefaultCACertificates([...trusted, POOL_CERTIFICATE]);
    const plain = createTcpServer((socket) => socket.on('data', () => socket.write('{"id":1,"result":null}\n')));
    plain.listen(0, '127.0.0.1');
    await once(plain, 'listening');
    const asked = url?.() ?? `stratum+ssl://localhost:${(plain.address() as AddressInfo).port}`;
    poolFor = () => ({ url: asked, user: 'a', password: 'b' });
    const socket = openSocket();
    const [closedWith, words] = (await once(socket, 'close')) as [number, Buffer];
    expect(closedWith).toBe(code);
    expect(words.toString()).toMatch(reason);
    expect(pool.agents).toEqual([]);
    plain.close();
  });
});

describe('the bridge', () => {
  const closed = (socket: WebSocket) =>
    new Promise<{ code: number; reason: string }>((resolve) => {
      socket.on('error', () => undefined);
      socket.on('close', (code, reason) => resolve({ code, reason: reason.toString() }));
    });
  const refusedWith = (socket: WebSocket) =>
    new Promise<number | undefined>((resolve, reject) => {
      socket.on('unexpected-response', (_, response) => resolve(response.statusCode));
      socket.on('open', () => reject(new Error('it was accepted')));
      socket.on('error', () => undefined);
    });

  test.each([
    ['another origin', { origin: 'http://evil.example' }],
    ['another port of this machine', { origin: 'http://127.0.0.1:1' }],
    ['no origin', { origin: undefined }],
    [
      'another name of this server, by which the page was loaded',
      { origin: 'http://rebound.example', headers: { host: 'rebound.example' } }
    ],
    ['another site, according to the browser', { headers: { 'sec-fetch-site': 'cross-site' } }]
  ])('rejects %s', async (_, options) => {
    expect(await refusedWith(openSocket('/api/pool', options))).toBe(403);
    expect(pool.connections).toBe(0);
  });

  test('rejects an invalid session before it upgrades', async () => {
    poolFor = () => {
      throw new UnauthorizedError({ method: 'GET', path: '/x' }, 401, 'Sign in');
    };
    expect(await refusedWith(openSocket())).toBe(401);
    expect(pool.connections).toBe(0);
  });

  /** Sends raw bytes and collects the response until the connection ends. */
  const raw = async (...chunks: readonly (string | Buffer)[]): Promise<string> => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    let answer = '';
    socket.on('error', () => undefined);
    socket.on('data', (data: Buffer) => {
      answer += data.toString('latin1');
      const next = rest.shift();
      if (next !== undefined) socket.write(next);
    });
    const [first = '', ...rest] = chunks;
    socket.write(first);
    await once(socket, 'close');
    return answer;
  };
  const upgradeOf = (target: string) =>
    `GET ${target} HTTP/1.1\r\nhost: ${host()}\r\norigin: http://${host()}\r\nupgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`;

  test.each(['//', 'http://[', '//[', 'http://a:b:c/'])(
    'rejects the target %s, which is not an address',
    async (target) => {
      expect(await raw(upgradeOf(target))).toMatch(/^HTTP\/1\.1 400 /);
      expect(await refusedWith(openSocket('/api/pool', { origin: 'http://evil.example' }))).toBe(403);
    }
  );

  // Each would cause an unhandled error event, which ends the process and fails the test run.
  test.each([
    ['reserved bits', Buffer.from([0xf1, 0x80, 0, 0, 0, 0])],
    ['no mask', Buffer.from([0x81, 0x01, 0x61])],
    ['more than any call', Buffer.from([0x81, 0xff, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0])],
    ['text that is not UTF-8', Buffer.from([0x81, 0x82, 0, 0, 0, 0, 0xc3, 0x28])],
    ['an invalid opcode', Buffer.from([0x83, 0x80, 0, 0, 0, 0])]
  ])('a frame with %s ends only the WebSocket, accepted or rejected', async (_, frame) => {
    expect(await raw(upgradeOf('/api/pool'), frame)).toMatch(/^HTTP\/1\.1 101 /);
    poolFor = () => {
      throw new NotConfiguredError({ method: 'GET', path: '/x' }, 503, '');
    };
    expect(await raw(upgradeOf('/api/pool'), frame)).toMatch(/^HTTP\/1\.1 101 /);
    expect((await closed(openSocket())).code).toBe(POOL_REFUSED);
  });

  test('disconnects a rejected client that breaks the protocol and keeps sending', async () => {
    poolFor = () => {
      throw new NotConfiguredError({ method: 'GET', path: '/x' }, 503, '');
    };
    // No time passes in which it could wait for the other side.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { port } = server.address() as AddressInfo;
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    const isCut = new Promise((resolve) => socket.on('error', resolve));
    let sending: NodeJS.Timeout | undefined;
    socket.on('data', () => (sending ??= setInterval(() => socket.write(Buffer.of(0x83, 0x80, 0, 0, 0, 0)), 1)));
    socket.write(upgradeOf('/api/pool'));
    await isCut;
    clearInterval(sending);
    vi.useRealTimers();
  });

  test.each<[string, () => Error, RegExp]>([
    ['no pool', () => new NotConfiguredError({ method: 'GET', path: '/x' }, 503, ''), /^no-pool api\/not-configured$/],
    ['a removed connection', () => new ServerRefusal('connection/unknown', {}), /^connection-removed /],
    ['a forbidden address', () => new ForbiddenAddressError('169.254.169.254'), /^forbidden-address /],
    ['something else', () => new ServerRefusal('session/wrong-password', { service: 'wallet' }), /^other session/]
  ])('reports the reason for %s', async (_, error, words) => {
    poolFor = () => {
      throw error();
    };
    const { code, reason } = await closed(openSocket());
    expect(code).toBe(POOL_REFUSED);
    expect(reason).toMatch(words);
  });

  test('reports if the pool’s address is forbidden', async () => {
    const resolve = async (host: string) => [host];
    poolFor = () => ({ url: 'stratum+tcp://169.254.169.254:3333', user: 'a', password: 'b', resolve });
    expect(await closed(openSocket())).toEqual({ code: POOL_REFUSED, reason: 'forbidden-address' });
  });

  test('leaves its pages when the server stops', async () => {
    const socket = openSocket();
    const end = closed(socket);
    await once(socket, 'open');
    upgrade.close();
    expect(await end).toEqual({ code: 1001, reason: 'Quarry is shutting down.' });
  });

  test('serves sixteen tabs at a time, and another one once one has left', async () => {
    const tabs = Array.from({ length: 16 }, () => openSocket());
    await Promise.all(tabs.map((tab) => once(tab, 'open')));
    expect(await closed(openSocket())).toEqual({ code: POOL_REFUSED, reason: 'too-many-tabs' });
    await eventually(() => expect(pool.connections).toBe(16));
    const left = once(tabs[0]!, 'close');
    tabs[0]!.close();
    await left;
    await eventually(async () => {
      const tab = openSocket();
      const end = closed(tab);
      tab.on('open', () => setTimeout(() => tab.close(), 100));
      expect((await end).code).not.toBe(POOL_REFUSED);
    });
    for (const tab of tabs) tab.close();
  });

  test('keeps a rejected page that does not close for two seconds at most', async () => {
    poolFor = () => {
      throw new NotConfiguredError({ method: 'GET', path: '/x' }, 503, '');
    };
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const page = connect((server.address() as AddressInfo).port, '127.0.0.1');
    page.on('error', () => undefined);
    const ended = once(page, 'close');
    let answer = '';
    page.write(upgradeOf('/api/pool'));
    for await (const [bytes] of on(page, 'data') as AsyncIterable<[Buffer]>) {
      answer += bytes.toString('latin1');
      if (answer.includes('no-pool')) break;
    }
    vi.advanceTimersByTime(2_000);
    vi.useRealTimers();
    await ended;
  });

  test('uses the pool of the page’s connection, and nothing else', async () => {
    const asked: unknown[] = [];
    poolFor = ({ headers, peer }, connection) => {
      asked.push([headers.cookie, peer, connection]);
      return { url: pool.url, user: 'a', password: 'b' };
    };
    const socket = openSocket('/api/pool?connection=two&url=stratum://evil', { headers: { cookie: 'a=b' } });
    await once(socket, 'open');
    await eventually(() => expect(pool.connections).toBe(1));
    expect(asked).toEqual([['a=b', '127.0.0.1', 'two']]);
    socket.close();
  });

  test('accepts the page token as a protocol, and does not send it back', async () => {
    const tokens: unknown[] = [];
    poolFor = ({ headers }) => {
      tokens.push(pageTokenIn(headers['sec-websocket-protocol']));
      return { url: pool.url, user: 'a', password: 'b' };
    };
    const socket = new WebSocket(`ws://${host()}/api/pool`, poolProtocols('abc_-9'), { origin: `http://${host()}` });
    await once(socket, 'open');
    expect([tokens, socket.protocol]).toEqual([['abc_-9'], 'quarry.stratum']);
    socket.close();
  });

  test.each([
    ['something other than a call', 'hello'],
    ['a call that no miner makes', '{"id":1,"method":"client.kick","params":[]}'],
    ['parameters that are not text', '{"id":1,"method":"mining.submit","params":[{}]}'],
    ['a call without an id', '{"method":"mining.subscribe","params":[]}']
  ])('ends at %s', async (_, line) => {
    const socket = openSocket();
    await once(socket, 'open');
    socket.send(line);
    expect((await closed(socket)).code).toBe(1008);
  });

  test('ends at a message longer than any call', async () => {
    const socket = openSocket();
    await once(socket, 'open');
    socket.send('x'.repeat(10_000));
    expect((await closed(socket)).code).toBe(1009);
  });

  test('reports that nothing is listening', async () => {
    await pool.stop();
    expect(await closed(openSocket())).toEqual({ code: POOL_CLOSED, reason: 'connection-refused ECONNREFUSED' });
  });

  test('ends at an endless line', async () => {
    const flood = createTcpServer((socket) => socket.on('error', () => undefined).write('x'.repeat(200_000)));
    flood.listen(0, '127.0.0.1');
    await once(flood, 'listening');
    poolFor = () => ({
      url: `stratum+tcp://127.0.0.1:${(flood.address() as AddressInfo).port}`,
      user: 'a',
      password: 'b'
    });
    expect((await closed(openSocket())).reason).toBe('line-too-long');
    flood.close();
  });

  test.each([
    ['lines', '{}\n'.repeat(20_000), 'lines'],
    ['long lines', `${'x'.repeat(60_000)}\n`.repeat(100), 'characters']
  ])('ends at a flood of %s', async (_, text, what) => {
    const flood = createTcpServer((socket) => socket.on('error', () => undefined).write(text));
    flood.listen(0, '127.0.0.1');
    await once(flood, 'listening');
    poolFor = () => ({
      url: `stratum+tcp://127.0.0.1:${(flood.address() as AddressInfo).port}`,
      user: 'a',
      password: 'b'
    });
    const socket = openSocket();
    let received = 0;
    socket.on('message', () => received++);
    expect(await closed(socket)).toEqual({ code: POOL_FLOOD, reason: what });
    expect(received).toBeLessThan(600);
    flood.close();
  });

  test('stops reading for a page that does not read', async () => {
    let sent = 0;
    const line = `${JSON.stringify({ id: null, method: 'client.show_message', params: ['x'.repeat(30_000)] })}\n`;
    const flood = createTcpServer((socket) => {
      socket.on('error', () => undefined);
      const pour = () => {
        while (sent < 5000 && socket.write(line)) sent++;
        if (sent < 5000) socket.once('drain', pour);
      };
      pour();
    });
    flood.listen(0, '127.0.0.1');
    await once(flood, 'listening');
    poolFor = () => ({
      url: `stratum+tcp://127.0.0.1:${(flood.address() as AddressInfo).port}`,
      user: 'a',
      password: 'b'
    });
    const socket = openSocket();
    await once(socket, 'open');
    socket.pause();
    // It stops far below the pending 150 MB.
    let seen = -1;
    await vi.waitFor(
      () => {
        const rested = sent === seen;
        seen = sent;
        expect(rested).toBe(true);
      },
      { timeout: limitMs(10_000), interval: 300 }
    );
    expect(sent).toBeLessThan(4000);
    socket.terminate();
    flood.close();
  });

  test('leaves other paths to other handlers', async () => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write(`GET /elsewhere HTTP/1.1\r\nhost: ${host()}\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n`);
    let answer = '';
    socket.on('data', (bytes: Buffer) => (answer += bytes.toString()));
    await once(socket, 'close');
    expect(answer).toMatch(/^HTTP\/1\.1 404 /);
    expect(pool.connections).toBe(0);
  });
});
