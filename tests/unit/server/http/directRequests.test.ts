import { once } from 'node:events';
import { createServer, request as httpRequest, type IncomingHttpHeaders, type RequestOptions } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { textBody, type HttpResponse } from '$lib/api/http/message';
import { createDirectRequests, type ServiceCall } from '$lib/server/http/directRequests';
import { bodyText } from '../../../support/httpMessages';

const calls: ServiceCall[] = [];
const failures: unknown[] = [];
let answer: (call: ServiceCall) => Promise<HttpResponse>;
const say = (text: string): HttpResponse => ({ status: 200, headers: {}, body: textBody(text) });

const direct = createDirectRequests(
  (call) => {
    calls.push(call);
    return answer(call);
  },
  (error) => void failures.push(error)
);
const server = createServer((incoming, outgoing) => {
  if (!direct(incoming, outgoing)) outgoing.writeHead(418).end('SvelteKit');
});

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  calls.length = 0;
  failures.length = 0;
  answer = async () => say('direct');
});

const port = (): number => (server.address() as AddressInfo).port;

async function ask(
  path: string,
  options: RequestOptions = {},
  body?: string
): Promise<{ status: number; body: string; headers: IncomingHttpHeaders }> {
  const sent = httpRequest({ port: port(), host: '127.0.0.1', path, agent: false, ...options });
  sent.end(body);
  const [incoming] = await once(sent, 'response');
  return { status: incoming.statusCode, body: await text(incoming), headers: incoming.headers };
}

test.each([
  ['/api/wallet/consensus/tip', 'wallet', '/consensus/tip'],
  ['/api/wallet/addresses/ab12/outputs/svccoin?limit=100&offset=5', 'wallet', '/addresses/ab12/outputs/svccoin'],
  ['/api/wallet/consensus/updates/12::ab12?limit=10', 'wallet', '/consensus/updates/12::ab12'],
  ['/api/daemon/gateway/connect/host.example:9981', 'daemon', '/gateway/connect/host.example:9981']
])('%s is answered directly', async (address, service, path) => {
  expect(await ask(address)).toMatchObject({ status: 200, body: 'direct' });
  const query = address.split('?')[1] ?? '';
  expect(calls).toMatchObject([{ service, request: { path, query }, peer: '127.0.0.1' }]);
});

test.each([
  ['a page', '/wallet'],
  ['a route of our own', '/api/session'],
  ['tips', '/api/tips/wallet'],
  ['connections', '/api/connections/start'],
  ['a pool, which is not an HTTP service', '/api/pool/x'],
  ['the name of an inherited property', '/api/constructor/x'],
  ['an escape', '/api/wallet/addresses/%61b'],
  ['an escaped slash', '/api/wallet/addresses%2fab'],
  ['a trailing slash', '/api/wallet/consensus/tip/'],
  ['an empty path after the service', '/api/wallet'],
  ['an empty segment', '/api/wallet//consensus/tip'],
  ['an empty first segment', '//api/wallet/consensus/tip'],
  ['a segment of two dots', '/api/wallet/../session'],
  ['a segment of one dot', '/api/wallet/./consensus/tip'],
  ['a backslash', '/api/wallet\\..\\session'],
  ['a name in capitals', '/api/Wallet/consensus/tip'],
  ['a fragment', '/api/wallet/consensus/tip#x'],
  ['an absolute address', 'http://127.0.0.1/api/wallet/consensus/tip']
])('%s is left to SvelteKit', async (_, path) => {
  expect(await ask(path)).toMatchObject({ status: 418, body: 'SvelteKit' });
  expect(calls).toEqual([]);
});

test.each(['HEAD', 'OPTIONS', 'PATCH', 'TRACE'])('%s is left to SvelteKit', async (method) => {
  expect((await ask('/api/wallet/consensus/tip', { method })).status).toBe(418);
});

test('a body is passed on with its headers', async () => {
  answer = async ({ request }) => say(`${request.headers.origin} ${await bodyText(request)}`);
  const headers = { 'content-type': 'application/json', origin: 'http://q' };
  expect(await ask('/api/wallet/wallets', { method: 'POST', headers }, '{"a":1}')).toMatchObject({
    body: 'http://q {"a":1}'
  });
});

test.each<[string, RequestOptions, string | undefined]>([
  ['without a type', { method: 'POST' }, '{"a":1}'],
  [
    'of length zero',
    { method: 'POST', headers: { 'content-type': 'application/json', 'content-length': 0 } },
    undefined
  ],
  ['of a GET', { method: 'GET', headers: { 'content-type': 'application/json', 'content-length': 2 } }, '{}']
])('a body %s is undefined', async (_, options, body) => {
  answer = async ({ request }) => say(String(request.body));
  expect(await ask('/api/wallet/wallets', options, body)).toMatchObject({ body: 'undefined' });
});

test('a response in several chunks arrives whole', async () => {
  const chunks = ['one ', 'two ', 'three'].map((part) => new TextEncoder().encode(part));
  answer = async () => ({ status: 202, headers: { 'quarry-error': 'x' }, body: chunks });
  expect(await ask('/api/wallet/consensus/tip')).toMatchObject({ status: 202, body: 'one two three' });
});

test('an unexpected error is logged, and the response reveals nothing about it', async () => {
  const error = new Error('the secret');
  answer = () => Promise.reject(error);
  expect(await ask('/api/wallet/consensus/tip')).toMatchObject({
    status: 500,
    body: 'Internal Error\n',
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-cache' }
  });
  expect(failures).toEqual([error]);
});

test('a truncated response ends the connection', async () => {
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start: (controller) => controller.enqueue(new Uint8Array(10)),
    pull: (controller) => controller.error(new Error('the upstream is gone'))
  });
  answer = async () => ({ status: 200, headers: {}, body });
  await expect(ask('/api/wallet/consensus/tip')).rejects.toMatchObject({ code: 'ECONNRESET' });
  expect(failures).toEqual([]);
});

test.each([
  ['waits', 'GET /api/wallet/consensus/tip HTTP/1.1\r\nhost: q\r\n\r\n'],
  [
    'waits with its body sent',
    'POST /api/wallet/wallets HTTP/1.1\r\nhost: q\r\ncontent-type: a/b\r\ncontent-length: 1\r\n\r\nx'
  ]
])('a client that disconnects while a call %s ends the call', async (_, lines) => {
  const aborted = Promise.withResolvers<void>();
  const received = Promise.withResolvers<void>();
  answer = async ({ request }) => {
    if (request.body) await bodyText(request);
    request.signal.addEventListener('abort', () => aborted.resolve());
    received.resolve();
    return new Promise(() => undefined);
  };
  const socket = connect(port(), '127.0.0.1');
  socket.write(lines);
  await received.promise;
  socket.destroy();
  await aborted.promise;
});
