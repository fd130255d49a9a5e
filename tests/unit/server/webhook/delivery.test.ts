import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { addressCheckedFetch } from '$lib/server/http/addressCheckedFetch';
import { MAX_ATTEMPTS, MAX_WAITING, WebhookDelivery, type WebhookMessage } from '$lib/server/webhook/delivery';
import { eventually } from '../../../support/eventually';

const SECRET = 'shared with the receiver';
const NOW_MS = 1_800_000_000_500;

interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

let server: Server;
let received: Received[];
/** The receiver's response. */
let answer: (response: ServerResponse) => void;
let log: ReturnType<typeof vi.fn<(line: string) => void>>;
let delays: number[];
let delivery: WebhookDelivery;

beforeEach(async () => {
  [received, delays] = [[], []];
  answer = (response) => response.writeHead(204).end();
  log = vi.fn();
  server = createServer((request, response) => {
    void text(request).then((body) => {
      received.push({ path: request.url!, headers: request.headers, body });
      answer(response);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  delivery = deliverTo(`http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`);
});
afterEach(async () => {
  await delivery.close();
  server.closeAllConnections();
  server.close();
});

const deliverTo = (url: string, timeoutMs?: number): WebhookDelivery =>
  new WebhookDelivery({
    url: new URL(url),
    secret: SECRET,
    fetch: addressCheckedFetch(async (host) => [host === 'rebound.example' ? '169.254.169.254' : '127.0.0.1']),
    nowMs: () => NOW_MS,
    log,
    random: () => 0,
    sleep: async (ms) => void delays.push(ms),
    ...(timeoutMs !== undefined && { timeoutMs })
  });

const message = (n: number): WebhookMessage => ({
  event: 'block-found',
  id: `block-found:${n}`,
  atMs: 1_700_000_000_000,
  data: { height: n, reward: '300000000000000000000000000000' }
});

test('a message is a signed JSON POST', async () => {
  delivery.push(message(7));
  await eventually(() => expect(received).toHaveLength(1));
  const { path, headers, body } = received[0]!;
  expect(path).toBe('/hook');
  expect(headers).toMatchObject({ 'content-type': 'application/json', 'x-quarry-event': 'block-found' });
  expect(JSON.parse(body)).toEqual({
    event: 'block-found',
    id: 'block-found:7',
    at: '2023-11-14T22:13:20.000Z',
    data: message(7).data
  });
  const [, seconds = '', signature] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['x-quarry-signature']))!;
  expect(seconds).toBe('1800000000');
  expect(signature).toBe(createHmac('sha256', SECRET).update(`${seconds}.${body}`).digest('hex'));
  expect(JSON.stringify(headers) + body).not.toContain(SECRET);
});

test.each([500, 503, 429, 408])(
  '%i is retried with increasing delays, and messages keep their order',
  async (status) => {
    let refusals = 3;
    answer = (response) => response.writeHead(refusals-- > 0 ? status : 200).end();
    delivery.push(message(1));
    delivery.push(message(2));
    await eventually(() => expect(received).toHaveLength(5));
    expect(received.map(({ headers }) => headers['x-quarry-delivery'])).toEqual([
      ...Array<string>(4).fill('block-found:1'),
      'block-found:2'
    ]);
    expect(delays).toEqual([2_000, 4_000, 8_000]);
    expect(log).not.toHaveBeenCalled();
  }
);

test('a message is dropped after its last attempt, and the next one is sent', async () => {
  answer = (response) => response.writeHead(received.length <= MAX_ATTEMPTS ? 500 : 200).end();
  delivery.push(message(1));
  delivery.push(message(2));
  await eventually(() => expect(received).toHaveLength(MAX_ATTEMPTS + 1));
  expect(log.mock.calls).toEqual([[expect.stringContaining('status 500')]]);
});

test('a redirect is not followed, and is final like a rejection', async () => {
  answer = (response) => response.writeHead(307, { location: '/elsewhere' }).end();
  delivery.push(message(1));
  await eventually(() => expect(log).toHaveBeenCalledOnce());
  expect(received.map(({ path }) => path)).toEqual(['/hook']);
});

test('a broken connection is retried', async () => {
  answer = (response) => (received.length === 1 ? response.destroy() : response.writeHead(200).end());
  delivery.push(message(1));
  await eventually(() => expect(received).toHaveLength(2));
});

test('a name that resolves to a forbidden address is not contacted', async () => {
  const { port } = server.address() as AddressInfo;
  const forbidden = deliverTo(`http://rebound.example:${port}/`);
  forbidden.push(message(1));
  await eventually(() => expect(log).toHaveBeenCalledOnce());
  expect([received, delays]).toEqual([[], []]);
  await forbidden.close();
});

test('a full queue drops its oldest messages, and the receiver is informed', async () => {
  const held: ServerResponse[] = [];
  answer = (response) => void held.push(response);
  const surplus = 3;
  delivery.push(message(0));
  await eventually(() => expect(held).toHaveLength(1));
  // Pushing does not wait for the receiver, which has not responded yet.
  for (let n = 1; n <= MAX_WAITING + surplus; n++) delivery.push(message(n));
  answer = (response) => response.writeHead(200).end();
  held[0]!.writeHead(200).end();
  await eventually(() => expect(received).toHaveLength(1 + MAX_WAITING));
  const bodies = received.map(({ body }) => JSON.parse(body) as { dropped?: number; data: { height: number } });
  expect(bodies.slice(0, 3).map(({ data, dropped }) => [data.height, dropped])).toEqual([
    [0, undefined],
    [1 + surplus, surplus],
    [2 + surplus, undefined]
  ]);
});

test('a receiver that never responds times out, and closing does not wait for it', async () => {
  answer = () => undefined;
  const { port } = server.address() as AddressInfo;
  const impatient = deliverTo(`http://127.0.0.1:${port}/`, 20);
  impatient.push(message(1));
  await eventually(() => expect(received.length).toBeGreaterThan(1));
  await impatient.close();
  delivery.push(message(2));
  await eventually(() => expect(received.at(-1)!.headers['x-quarry-delivery']).toBe('block-found:2'));
  await delivery.close();
  const count = received.length;
  delivery.push(message(3));
  await delivery.close();
  expect(received).toHaveLength(count);
});

test('a message that is pushed just as the last one was sent is not left waiting', async () => {
  for (let steps = 0; steps < 30; steps++) {
    const sent: string[] = [];
    const fetch = async (_url: string, { body }: { readonly body?: unknown }) => {
      sent.push((JSON.parse(String(body)) as { id: string }).id);
      if (sent.length === 1) void pushAfter(steps);
      return new Response(null, { status: 204 });
    };
    const quick = new WebhookDelivery({
      url: new URL('http://hook/'),
      secret: SECRET,
      fetch,
      nowMs: () => NOW_MS,
      log
    });
    const pushAfter = async (turns: number) => {
      for (let turn = 0; turn < turns; turn++) await Promise.resolve();
      quick.push(message(2));
    };
    quick.push(message(1));
    await new Promise((resolve) => setImmediate(resolve));
    expect([steps, ...sent]).toEqual([steps, 'block-found:1', 'block-found:2']);
  }
});
