import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { answerPageRequest } from '$lib/server/http/pageRequests';

/** Requests left to SvelteKit. */
let left: IncomingMessage[];
let server: Server;

beforeAll(async () => {
  server = createServer((incoming, outgoing) => {
    if (answerPageRequest(incoming, outgoing)) return;
    left.push(incoming);
    outgoing.end('the file');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => server.close());
beforeEach(() => (left = []));

async function ask(method: string, path: string, headers: Record<string, string> = {}): Promise<IncomingMessage> {
  const { port } = server.address() as AddressInfo;
  const asked = request({ host: '127.0.0.1', port, method, path, headers, agent: false }).end();
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  return response.resume();
}

test.each(['bytes=9-1', 'bytes=5-4,', 'bytes=0-99999999999999999999', 'bytes=0-1'])(
  'the range %s is ignored',
  async (range) => {
    expect((await ask('GET', '/favicon.svg', { range })).statusCode).toBe(200);
    expect(left[0]!.headers).not.toHaveProperty('range');
  }
);

test.each([
  ['//evil.example/login/', '/evil.example/login/'],
  ['///mine?a=//b', '/mine?a=//b'],
  ['/\\evil.example', '/evil.example'],
  ['/\\/\\evil.example', '/evil.example'],
  ['//?a', '/?a'],
  ['//', '/']
])('%s redirects to %s on this host', async (path, location) => {
  const { statusCode, headers } = await ask('GET', path);
  expect([statusCode, headers.location, left]).toEqual([308, location, []]);
});

test.each(['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'PROPFIND'])(
  '%s is not allowed for pages and files',
  async (method) => {
    for (const path of ['/favicon.svg', '/', '/metrics', '/apis']) {
      const { statusCode, headers } = await ask(method, path);
      expect([path, statusCode, headers.allow]).toEqual([path, 405, 'GET, HEAD']);
    }
    expect(left).toEqual([]);
  }
);

test.each([
  ['HEAD', '/favicon.svg'],
  ['GET', '/chain//1'],
  ['DELETE', '/api/connections/1'],
  ['OPTIONS', '/api/session']
])('%s %s is left to SvelteKit', async (method, path) => {
  await ask(method, path);
  expect(left.map(({ url }) => url)).toEqual([path]);
});

test('files are revalidated, unless SvelteKit says otherwise', async () => {
  // Proxies keep a script without such a header for hours, and would go on serving the earlier service worker.
  const { headers } = await ask('GET', '/service-worker.js');
  expect(headers['cache-control']).toBe('no-cache');
  expect((await ask('GET', '/api/session')).headers).not.toHaveProperty('cache-control');
});
