import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { createServer as createTcpServer, type AddressInfo, type Server as TcpServer } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ForbiddenAddressError, type Resolve } from '$lib/server/http/addresses';
import { addressCheckedFetch } from '$lib/server/http/addressCheckedFetch';
import { connectPool } from '$lib/server/pool/poolLine';
import { testService } from '$lib/server/connections/check/checkService';
import { http, UPSTREAM_ORIGIN } from '$lib/server/http/upstream';
import { fetchFrom } from '$lib/server/http/fetchMessages';

const FORBIDDEN = '169.254.169.254';

let server: Server;
let pool: TcpServer;
/** Paths requested from the server. */
let asked: string[];
/** Connections to the pool. */
let connections: number;
/** Hosts that were resolved. */
let lookups: string[];

beforeEach(async () => {
  [asked, lookups, connections] = [[], [], 0];
  server = createServer((request, response) => {
    asked.push(request.url!);
    // Forces each request to connect, and therefore to resolve, again.
    response.writeHead(200, { connection: 'close', link: ['<a>', '<b>'] }).end('{"id":"cc","height":0}');
  });
  pool = createTcpServer((socket) => {
    connections++;
    socket.on('error', () => undefined);
    socket.on('data', () => socket.write('{"id":1,"result":[[],"aabbccdd",4]}\n'));
  });
  for (const each of [server, pool]) {
    each.listen(0, '127.0.0.1');
    await once(each, 'listening');
  }
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
  pool.close();
});

const at = (scheme: string, to: Server | TcpServer, host = 'rig.example') =>
  `${scheme}://${host}:${(to.address() as AddressInfo).port}`;

/** A name that resolves to each of these in turn, then to the last. */
const changing =
  (...answers: readonly (readonly string[])[]): Resolve =>
  async (host) => {
    lookups.push(host);
    return answers[Math.min(lookups.length, answers.length) - 1]!;
  };

const get = (resolve: Resolve, url = at('http', server)) =>
  fetchFrom(http(url, 'Agent', addressCheckedFetch(resolve)))(new Request(`${UPSTREAM_ORIGIN}/tip`));

describe('a server', () => {
  test('is contacted at the address that was checked, after a single lookup', async () => {
    // Only this resolver knows the name: the system would find nothing.
    expect((await get(changing(['127.0.0.1'], [FORBIDDEN]))).status).toBe(200);
    expect([asked, lookups]).toEqual([['/tip'], ['rig.example']]);
  });

  test('responds with all of its headers', async () => {
    const asking = { method: 'GET', headers: new Headers(), redirect: 'manual' } as const;
    const { headers } = await addressCheckedFetch(changing(['127.0.0.1']))(at('http', server), asking);
    expect(headers.get('link')).toBe('<a>, <b>');
  });

  test('is not waited for once the request is aborted, whose reason is the error', async () => {
    const reason = new Error('left');
    const stop = new AbortController();
    server.removeAllListeners('request');
    server.on('request', () => stop.abort(reason));
    const fetch = addressCheckedFetch(changing(['127.0.0.1']));
    const ask = (signal: AbortSignal) =>
      fetch(at('http', server), { method: 'GET', headers: new Headers(), redirect: 'manual', signal });
    await expect(ask(stop.signal)).rejects.toBe(reason);
    await expect(ask(stop.signal)).rejects.toBe(reason);
    expect(lookups).toHaveLength(1);
  });

  test('that resets the content and sends a body is disconnected', async () => {
    const sending = Promise.withResolvers<void>();
    server.removeAllListeners('request');
    server.on('request', (_, response) => {
      response.once('close', sending.resolve);
      response.writeHead(205).write('a body without an end');
    });
    const answer = await get(changing(['127.0.0.1']));
    expect([answer.status, await answer.text()]).toEqual([205, '']);
    await sending.promise;
  });

  test('whose name changes to a forbidden address receives no more requests', async () => {
    const fetch = addressCheckedFetch(changing(['127.0.0.1'], [FORBIDDEN]));
    const call = () => fetchFrom(http(at('http', server), 'Agent', fetch))(new Request(`${UPSTREAM_ORIGIN}/tip`));
    expect((await (await call()).text()).length).toBeGreaterThan(0);
    await expect(call()).rejects.toMatchObject({
      code: 'connection/forbidden-address',
      host: 'rig.example',
      data: { host: 'rig.example' }
    });
    expect([asked.length, lookups.length]).toEqual([1, 2]);
  });

  test.each([
    ['among others', ['127.0.0.1', FORBIDDEN]],
    ['IPv6', ['fe80::1']],
    ['IPv4-mapped IPv6', [`::ffff:${FORBIDDEN}`]]
  ])('whose name resolves to a forbidden address is not contacted: %s', async (_, addresses) => {
    await expect(get(changing(addresses))).rejects.toMatchObject({ code: 'connection/forbidden-address' });
    expect(asked).toEqual([]);
  });

  test.each([`http://${FORBIDDEN}`, 'http://[fe80::1]', 'http://2852039166', 'http://0xa9fea9fe'])(
    'at %s is not contacted, though no name is resolved',
    async (url) => {
      await expect(get(changing(['127.0.0.1']), url)).rejects.toMatchObject({ code: 'connection/forbidden-address' });
      expect([asked, lookups]).toEqual([[], []]);
    }
  );

  test('whose name does not resolve is unreachable', async () => {
    const unknown: Resolve = () => Promise.reject(Object.assign(new Error('unknown'), { code: 'ENOTFOUND' }));
    await expect(get(unknown)).rejects.toMatchObject({ code: 'api/unreachable' });
    await expect(get(changing([]))).rejects.toMatchObject({ code: 'api/unreachable' });
  });
});

describe('a test', () => {
  test('reports a name that resolves to a forbidden address, and sends nothing', async () => {
    const services = ['daemon', 'wallet', 'signing', 'mining'] as const;
    for (const service of services) {
      const request = { service, url: at('http', server), password: 'secret' };
      const result = await testService(request, () => undefined, changing([FORBIDDEN]));
      expect(result.outcome).toBe('forbidden-address');
    }
    const result = await testService(
      { service: 'pool', url: at('stratum+tcp', pool) },
      () => undefined,
      changing([FORBIDDEN])
    );
    expect(result.outcome).toBe('forbidden-address');
    expect([asked, connections]).toEqual([[], 0]);
  });

  test('ends if the name changes to a forbidden address', async () => {
    const request = { service: 'wallet', url: at('http', server), password: 'secret' } as const;
    const { outcome } = await testService(request, () => undefined, changing(['127.0.0.1'], [FORBIDDEN]));
    expect([outcome, asked.length]).toEqual(['forbidden-address', 1]);
  });
});

describe('a pool', () => {
  const connected = (resolve: Resolve, url = at('stratum+tcp', pool)) =>
    new Promise<string>((resolveWith) => {
      const line = connectPool(url, resolve, {
        line: (text) => (line.close(), resolveWith(text)),
        drained: () => undefined,
        closed: ({ why }) => resolveWith(why)
      });
      line.write('{"id":1,"method":"mining.subscribe","params":[]}');
    });

  test('is contacted at the current address of its name, unless that is forbidden', async () => {
    const resolve = changing(['127.0.0.1'], [FORBIDDEN]);
    expect(await connected(resolve)).toContain('aabbccdd');
    expect(await connected(resolve)).toBe('forbidden-address');
    expect([connections, lookups.length]).toEqual([1, 2]);
  });

  test('at a forbidden address is rejected immediately', () => {
    const nobody = { line: () => undefined, drained: () => undefined, closed: () => undefined };
    expect(() => connectPool(`stratum+tcp://${FORBIDDEN}:3333`, changing([]), nobody)).toThrow(ForbiddenAddressError);
  });
});
