import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { readRequestBody } from '$lib/api/http/body';
import { TooLargeError } from '$lib/api/http/errors';
import { CLIENT_CLOSED_REQUEST, textBody, type HttpRequest, type HttpResponse } from '$lib/api/http/message';
import { agentName, OUR_DIALECT } from '$lib/api/dialect';
import { createNode } from '$lib/server/node/node';
import { listen, type Listener } from '$lib/server/node/listen';
import { eventually } from '../../../support/eventually';

const MAX_BYTES = 100_000;
// Larger than the kernel's and Node's buffers together.
const BODY = Buffer.alloc(8_000_000, 'x');

let listener: Listener;
/** Resolves once a waiting client has disconnected. */
const gone = Promise.withResolvers<void>();
let lastSignal: AbortSignal | undefined;

const say = (text: string, status = 200): HttpResponse => ({ status, headers: {}, body: textBody(text) });

beforeAll(async () => {
  const answer = async (request: HttpRequest): Promise<HttpResponse> => {
    const { path } = request;
    if (path === '/whole') return say('all of it');
    if (path === '/long') return say(BODY.toString());
    if (path === '/words') return say('“ünïçødé”');
    if (path === '/pending') {
      request.signal.addEventListener('abort', () => gone.resolve());
      return new Promise(() => {});
    }
    if (path === '/signal') {
      lastSignal = request.signal;
      return say('noted');
    }
    if (request.method === 'GET') return say('here');
    try {
      const received = await readRequestBody({ method: 'POST', path: '/' }, request, MAX_BYTES);
      return say(`${received.length} bytes`);
    } catch (error) {
      if (error instanceof TooLargeError) return say('too large', 413);
      throw error;
    }
  };
  listener = await listen({ answer }, 0);
});
afterAll(() => listener.close());

test('a request that fails because of us is answered with a failure, and logged', async () => {
  const fault = new Error('a fault');
  const said = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const failing = await listen({ answer: () => Promise.reject(fault) }, 0);
  const response = await fetch(`http://127.0.0.1:${failing.port}/`);
  expect([response.status, await response.text(), said.mock.calls]).toEqual([500, '', [[fault]]]);
  said.mockRestore();
  await failing.close();
});

/** The responses on one connection to a POST and a subsequent GET with `connection: close`. */
async function exchange(head: string, body: readonly Buffer[]): Promise<string> {
  const socket = connect(listener.port, '127.0.0.1');
  const received = text(socket);
  socket.write(`POST / HTTP/1.1\r\nhost: node\r\n${head}\r\n\r\n`);
  for (const part of body) socket.write(part);
  socket.write('GET / HTTP/1.1\r\nhost: node\r\nconnection: close\r\n\r\n');
  return received;
}

const chunk = (part: Buffer) => [Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from('\r\n')];

test.each([
  ['announced as too large', `content-length: ${BODY.length}`, [BODY]],
  ['that turns out too large', 'transfer-encoding: chunked', [...chunk(BODY), ...chunk(BODY), Buffer.from('0\r\n\r\n')]]
])('after a rejected body %s, the connection serves the next request', async (_, head, body) => {
  const received = await exchange(head, body);
  expect(received).toContain('HTTP/1.1 413');
  expect(received).toMatch(/HTTP\/1\.1 200[^]*here/);
});

test('a body within the limit is read completely', async () => {
  const received = await exchange(`content-length: ${MAX_BYTES}`, [Buffer.alloc(MAX_BYTES, 'x')]);
  expect(received).toContain(`${MAX_BYTES} bytes`);
  expect(received).toContain('here');
});

/** The text of the response to a raw request. */
async function raw(lines: string): Promise<string> {
  const socket = connect(listener.port, '127.0.0.1');
  const received = text(socket);
  socket.write(`${lines}\r\nhost: node\r\nconnection: close\r\n\r\n`);
  return received;
}

test('the server as a whole supports OPTIONS', async () => {
  const received = await raw('OPTIONS * HTTP/1.1');
  expect(received).toMatch(/^HTTP\/1\.1 200 /);
  expect(received).toMatch(/\r\ncontent-length: 0\r\n/i);
});

test('TRACE is not allowed on any path', async () => {
  const node = await createNode({ network: 'test', dataDir: ':memory:', password: 'x' });
  const real = await listen(node, 0);
  try {
    const headers = { 'user-agent': agentName(OUR_DIALECT) };
    const ask = (path: string) =>
      new Promise<{ status: number; allow: string | undefined }>((resolve, reject) => {
        const asked = httpRequest({ port: real.port, method: 'TRACE', path, headers }, (response) => {
          response.resume();
          resolve({ status: response.statusCode!, allow: response.headers.allow });
        });
        asked.on('error', reject).end();
      });
    expect(await ask('/host')).toEqual({ status: 405, allow: 'GET, OPTIONS, POST' });
    expect(await ask('/nothing')).toMatchObject({ status: 491 });
  } finally {
    await real.close();
    await node.close();
  }
});

test.each(['/gateway', '/api/txpool/broadcast'])(
  'a client that disconnects within its body at %s prints nothing',
  async (path) => {
    const printed = vi.spyOn(console, 'error').mockReturnValue();
    const node = await createNode({ network: 'test', dataDir: ':memory:', password: 'x' });
    const answered = Promise.withResolvers<HttpResponse>();
    const answer = async (request: HttpRequest) => {
      const response = await node.answer(request);
      answered.resolve(response);
      return response;
    };
    const real = await listen({ answer }, 0);
    try {
      const socket = connect(real.port, '127.0.0.1');
      const type = 'content-type: application/x-www-form-urlencoded';
      const head = `POST ${path} HTTP/1.1\r\nhost: node\r\nuser-agent: ${agentName(OUR_DIALECT)}\r\n${type}`;
      socket.write(`${head}\r\ncontent-length: 100\r\n\r\nhalf`, () => setTimeout(() => socket.destroy(), 50));
      expect((await answered.promise).status).toBe(499);
      expect(printed).not.toHaveBeenCalled();
    } finally {
      printed.mockRestore();
      await real.close();
      await node.close();
    }
  }
);

test.each(['PROPFIND', 'QUERY', 'SEARCH', 'GET', 'DELETE'])('%s is passed on', async (method) => {
  expect(await raw(`${method} / HTTP/1.1`)).not.toContain('HTTP/1.1 500');
});

test.each(['http://[', '//[', '/%', '/\\\\'])('the target %j does not cause an internal error', async (target) => {
  expect(await raw(`GET ${target} HTTP/1.1`)).toMatch(/^HTTP\/1.1 (?:200|400)/);
});

test('a complete response is sent with its length, in one piece', async () => {
  const received = await raw('GET /whole HTTP/1.1');
  expect(received.toLowerCase()).toContain('content-length: 9');
  expect(received).not.toMatch(/transfer-encoding/i);
  expect(received.endsWith('\r\n\r\nall of it')).toBe(true);
});

test('non-Latin text arrives unchanged', async () => {
  expect(await raw('GET /words HTTP/1.1')).toMatch(/\r\n\r\n“ünïçødé”$/);
});

test('a long response arrives complete', async () => {
  const received = await raw('GET /long HTTP/1.1');
  expect(received.slice(received.indexOf('\r\n\r\n') + 4)).toHaveLength(BODY.length);
});

test('the signal of a request aborts if the client disconnects before the response', async () => {
  const socket = connect(listener.port, '127.0.0.1');
  socket.write('GET /pending HTTP/1.1\r\nhost: node\r\n\r\n', () => setImmediate(() => socket.destroy()));
  await gone.promise;
});

test('the signal of a request does not abort after the response', async () => {
  await raw('GET /signal HTTP/1.1');
  expect(lastSignal!.aborted).toBe(false);
});

/** The text that a connection receives until it is closed. */
const received = (socket: Socket) => text(socket).catch(() => 'closed');

test('requests that a client sends at once are handled one after the other, and none after it has left', async () => {
  const begun: HttpRequest[] = [];
  const answers: ((response: HttpResponse) => void)[] = [];
  const answer = (request: HttpRequest): Promise<HttpResponse> => {
    begun.push(request);
    return new Promise((resolve) => answers.push(resolve));
  };
  const own = await listen({ answer }, 0);
  const paths = () => begun.map(({ path }) => path);
  try {
    const socket = connect(own.port, '127.0.0.1');
    socket.write(['/1', '/2', '/3'].map((path) => `GET ${path} HTTP/1.1\r\nhost: node\r\n\r\n`).join(''));
    await eventually(() => expect(paths()).toEqual(['/1']));
    answers[0]!(say('first'));
    await eventually(() => expect(paths()).toEqual(['/1', '/2']));
    const { signal } = begun[1]!;
    socket.destroy();
    await eventually(() => expect(signal.aborted).toBe(true));
    answers[1]!(say('second'));
    await new Promise((resolve) => setImmediate(resolve));
    expect(paths()).toEqual(['/1', '/2']);
  } finally {
    await own.close();
  }
});

test('of requests that a client sends at once, one is handled before all other connections have their turn', async () => {
  const turns: number[] = [];
  let turn = 0;
  let counting = setImmediate(function count() {
    turn++;
    counting = setImmediate(count);
  });
  const answer = async (): Promise<HttpResponse> => {
    turns.push(turn);
    return say('here');
  };
  const own = await listen({ answer }, 0);
  try {
    const socket = connect(own.port, '127.0.0.1');
    socket.resume();
    socket.write('GET / HTTP/1.1\r\nhost: node\r\n\r\n'.repeat(50));
    await eventually(() => expect(turns).toHaveLength(50));
    expect(new Set(turns).size).toBe(50);
    socket.destroy();
  } finally {
    clearImmediate(counting);
    await own.close();
  }
});

test('a client that sends a hundred requests more than it waits for is disconnected', async () => {
  const paths: string[] = [];
  const answer = async ({ path }: HttpRequest): Promise<HttpResponse> => {
    paths.push(path);
    return paths.length > 1 ? say('here') : new Promise(() => {});
  };
  const own = await listen({ answer }, 0);
  try {
    const ask = (count: number) => {
      const socket = connect(own.port, '127.0.0.1');
      socket.write('GET / HTTP/1.1\r\nhost: node\r\n\r\n'.repeat(count));
      return socket;
    };
    const greedy = ask(102);
    await new Promise((resolve) => greedy.once('close', resolve));
    const patient = ask(101);
    let received = '';
    patient.on('data', (chunk: Buffer) => (received += chunk.toString()));
    await eventually(() => expect(received.split('here')).toHaveLength(102));
    expect(paths).toHaveLength(102);
    patient.destroy();
  } finally {
    await own.close();
  }
});

const LIMITS = { bodyBytes: 0, responseBytes: 0, connections: undefined };

test('a connection beyond the limit is closed, and those before it are served', async () => {
  const own = await listen({ answer: async () => say('here') }, 0, '127.0.0.1', { ...LIMITS, connections: 1 });
  try {
    const first = connect(own.port, '127.0.0.1');
    await once(first, 'connect');
    expect(await received(connect(own.port, '127.0.0.1'))).toBe('');
    first.write('GET / HTTP/1.1\r\nhost: node\r\nconnection: close\r\n\r\n');
    expect(await received(first)).toContain('here');
  } finally {
    await own.close();
  }
});

test('of clients that do not read their responses, the first is cut off beyond the limit', async () => {
  let asked = 0;
  const answer = async () => {
    asked++;
    return say(BODY.toString());
  };
  const limited = await listen({ answer }, 0, '127.0.0.1', { ...LIMITS, responseBytes: 2.5 * BODY.length });
  try {
    const clients: Socket[] = [];
    for (const _ of [1, 2, 3]) {
      const client = connect(limited.port, '127.0.0.1');
      client.write('GET / HTTP/1.1\r\nhost: node\r\nconnection: close\r\n\r\n');
      clients.push(client);
      await eventually(() => expect(asked).toBe(clients.length));
    }
    const lengths = (await Promise.all(clients.map(received))).map((answer) => answer.length);
    expect(lengths.map((length) => length > BODY.length)).toEqual([false, true, true]);
    // What was read is not counted any more.
    for (const _ of [1, 2, 3]) {
      const client = connect(limited.port, '127.0.0.1');
      client.write('GET / HTTP/1.1\r\nhost: node\r\nconnection: close\r\n\r\n');
      expect((await received(client)).length).toBeGreaterThan(BODY.length);
    }
  } finally {
    await limited.close();
  }
});

test('of clients that do not read a stream, the first is cut off beyond the limit', async () => {
  let pulled = 0;
  const answer = async (): Promise<HttpResponse> => {
    let left = 2;
    const pull = (controller: ReadableStreamDefaultController) => {
      pulled++;
      if (left-- > 0) controller.enqueue(new Uint8Array(BODY));
      else controller.close();
    };
    return { status: 200, headers: {}, body: new ReadableStream({ pull }, { highWaterMark: 0 }) };
  };
  const limited = await listen({ answer }, 0, '127.0.0.1', { ...LIMITS, responseBytes: 2.5 * BODY.length });
  try {
    const clients: Socket[] = [];
    for (const _ of [1, 2, 3]) {
      const client = connect(limited.port, '127.0.0.1');
      client.write('GET / HTTP/1.1\r\nhost: node\r\nconnection: close\r\n\r\n');
      clients.push(client);
      // Of each stream, one chunk is in memory.
      await eventually(() => expect(pulled).toBe(clients.length));
    }
    const lengths = (await Promise.all(clients.map(received))).map((answer) => answer.length);
    expect(lengths.map((length) => length > 2 * BODY.length)).toEqual([false, true, true]);
  } finally {
    await limited.close();
  }
});

test('of clients that do not finish their requests, the first is cut off beyond the limit', async () => {
  const half = MAX_BYTES / 2;
  const read: number[] = [];
  const answer = async ({ body }: HttpRequest) => {
    const client = read.push(0) - 1;
    try {
      for await (const chunk of body!) read[client]! += chunk.length;
      return say(`${read[client]} bytes`);
    } catch {
      return CLIENT_CLOSED_REQUEST;
    }
  };
  const limited = await listen({ answer }, 0, '127.0.0.1', { ...LIMITS, bodyBytes: 2.5 * half });
  try {
    const clients: Socket[] = [];
    for (const _ of [1, 2, 3]) {
      const client = connect(limited.port, '127.0.0.1');
      const head = `POST / HTTP/1.1\r\nhost: node\r\nconnection: close\r\ncontent-length: ${half + 1}`;
      client.write(`${head}\r\n\r\n`);
      client.write(Buffer.alloc(half, 'x'));
      clients.push(client);
      await eventually(() => expect(read.filter((bytes) => bytes === half)).toHaveLength(clients.length));
    }
    const answers = clients.map(received);
    expect(await answers[0]).not.toContain('bytes');
    for (const client of clients.slice(1)) client.write('x');
    for (const answer of answers.slice(1)) expect(await answer).toContain(`${half + 1} bytes`);
  } finally {
    await limited.close();
  }
});
