import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { daemonApi } from '$lib/api/daemon/modules';
import { MAX_ANSWER } from '$lib/api/answerLimits';
import { textBody } from '$lib/api/http/message';
import { CodecError } from '$lib/codec/errors';
import type { AppError } from '$lib/errors';
import { DIALECT_HEADER } from '$lib/api/http/spelling';
import type { Fetch } from '$lib/api/http/transport';
import { DecodeError, DialectError, TooLargeError, UnreachableError } from '$lib/api/http/errors';
import type { CallEnd } from '$lib/server/http/callEnd';
import { fromRequest, toResponse } from '$lib/server/http/fetchMessages';
import { proxy, refusal, type ProxyTarget } from '$lib/server/http/proxy';
import type { Upstream } from '$lib/server/http/upstream';
import { eventually } from '../../../support/eventually';
import { upstreamOf } from '../../../support/httpMessages';

const ours = { host: '127.0.0.1:4180', 'sec-fetch-site': 'same-origin', 'quarry-request': '1' };

interface Attempt {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  body?: BodyInit;
  password?: string | null;
  timeoutMs?: number;
}

/** Sends the path exactly as written: a URL would be normalized. */
async function proxied(
  target: ProxyTarget,
  path: string,
  { headers, ...init }: RequestInit = {},
  password: string | null = 'pw'
): Promise<Response> {
  const request = new Request(`http://127.0.0.1:4180/api/daemon${path}`, {
    ...init,
    headers: { ...ours, ...(headers as Record<string, string>) }
  });
  return toResponse(await proxy(target, fromRequest(request, path.split('?')[0]!), password ?? undefined));
}

/** Sends one request through the proxy; the upstream responds with `answer` and records its requests. */
async function attempt(
  { method = 'GET', path, headers = {}, body, password = 'pw', timeoutMs = 60_000 }: Attempt,
  answer: Fetch = async () => Response.json({})
) {
  const asked = vi.fn<(request: Request) => void>();
  const upstream = upstreamOf((request) => {
    asked(request.clone());
    return answer(request);
  });
  const target = { tables: Object.values(daemonApi), upstream, timeoutMs };
  const response = await proxied(target, path, { method, headers, body }, password);
  return { response, code: response.headers.get('quarry-error'), asked: asked.mock.calls.map(([sent]) => sent) };
}

describe('rejected before the upstream is contacted', () => {
  test.each<[string, Attempt, number, string]>([
    ['an unlisted address', { path: '/wallet/seeds' }, 404, 'api/not-found'],
    ['a path with dot segments', { path: '/consensus/..%2Fwallet' }, 404, 'api/not-found'],
    ['a subscription with dot segments', { path: '/consensus/subscribe/..' }, 404, 'api/not-found'],
    ['a method that the route does not have', { path: '/consensus', method: 'POST' }, 405, 'api/method-not-allowed'],
    ['a visitor who is not signed in', { path: '/consensus', password: null }, 401, 'api/unauthorized'],
    ['another site', { path: '/consensus', headers: { 'sec-fetch-site': 'cross-site' } }, 403, 'api/forbidden'],
    ['another port', { path: '/consensus', headers: { origin: 'http://127.0.0.1:3000' } }, 403, 'api/forbidden'],
    [
      'a link to stop the daemon',
      { path: '/daemon/stop', headers: { 'sec-fetch-site': 'none' } },
      403,
      'api/forbidden'
    ],
    ['a body beyond the limit', { path: '/miner/header', method: 'POST', body: 'x'.repeat(5000) }, 413, 'api/too-large']
  ])('%s', async (_, request, status, code) => {
    const { response, asked, ...refusal } = await attempt(request);
    expect({ status: response.status, code: refusal.code, asked }).toEqual({ status, code, asked: [] });
  });

  test('an unsupported method gets the list of allowed ones', async () => {
    const { response } = await attempt({ path: '/consensus', method: 'POST' });
    expect(response.headers.get('allow')).toBe('GET');
    const { response: other } = await attempt({ path: '/wallet/seeds' });
    expect(other.headers.has('allow')).toBe(false);
  });

  test('a body announced as too long is not read', async () => {
    const body = new ReadableStream<Uint8Array>(
      { pull: () => expect.unreachable('it was read') },
      { highWaterMark: 0 }
    );
    const init = { method: 'POST', headers: { 'content-length': '5000000' }, body, duplex: 'half' };
    const target = { tables: Object.values(daemonApi), upstream: vi.fn<Upstream>(), timeoutMs: 60_000 };
    expect((await proxied(target, '/miner/header', init)).status).toBe(413);
  });

  test.each(['/daemon/stop', '/miner/start', '/miner/stop'])('GET %s without our header', async (path) => {
    const request = new Request(`http://127.0.0.1:4180/api/daemon${path}`, { headers: { host: ours.host } });
    const upstream = vi.fn<Upstream>();
    const target = { tables: Object.values(daemonApi), upstream, timeoutMs: 60_000 };
    const response = await proxy(target, fromRequest(request, path), 'pw');
    expect(response.status).toBe(403);
    expect(upstream).not.toHaveBeenCalled();
  });
});

describe('the request to the upstream', () => {
  test('has the password, and no headers from the browser', async () => {
    const headers = {
      cookie: 'quarry-session-4180=x',
      'user-agent': 'Mozilla/5.0',
      authorization: 'Basic evil',
      'x-y': 'z'
    };
    const { asked } = await attempt({ path: '/miner/header', headers });
    expect(Object.fromEntries(asked[0]!.headers)).toEqual({ authorization: `Basic ${btoa(':pw')}` });
  });

  test('keeps the query parameters of the route, and no others', async () => {
    const { asked } = await attempt({ path: '/consensus/blocks?height=4&height=5&evil=1' });
    expect(asked[0]!.url).toBe('http://upstream/consensus/blocks?height=4');
    const { asked: plain } = await attempt({ path: '/consensus?evil=1' });
    expect(plain[0]!.url).toBe('http://upstream/consensus');
  });

  test('keeps path parameters escaped', async () => {
    const { asked } = await attempt({ path: '/gateway/connect/a%2Fb%3Fc', method: 'POST' });
    expect(new URL(asked[0]!.url).pathname).toBe('/gateway/connect/a%2Fb%3Fc');
  });

  test('a form has the required Content-Type, whatever the page sent', async () => {
    const headers = { 'content-type': 'application/json' };
    const { asked } = await attempt({ path: '/gateway', method: 'POST', body: 'maxdownloadspeed=1', headers });
    expect(asked[0]!.headers.get('content-type')).toBe('application/x-www-form-urlencoded');
    expect(await asked[0]!.text()).toBe('maxdownloadspeed=1');
  });

  test('binary bodies pass unchanged', async () => {
    const header = Uint8Array.from({ length: 80 }, (_, i) => i * 3);
    const { asked } = await attempt({ path: '/miner/header', method: 'POST', body: header });
    expect(await asked[0]!.bytes()).toEqual(header);
  });
});

describe('the response', () => {
  test('a daemon’s 401 does not trigger the browser’s password prompt', async () => {
    const { response, code } = await attempt({ path: '/miner/header' }, async () =>
      Response.json(
        { message: 'API authentication failed.' },
        { status: 401, headers: { 'www-authenticate': 'Basic' } }
      )
    );
    expect(response.status).toBe(401);
    expect(code).toBeNull();
    expect(Object.fromEntries(response.headers)).toEqual({
      'cache-control': 'no-store',
      'content-length': '40',
      'content-type': 'application/json; charset=utf-8',
      'x-content-type-options': 'nosniff'
    });
  });

  test.each([490, 491, 400, 500])('status %d and its message pass', async (status) => {
    const { response } = await attempt({ path: '/miner' }, async () => Response.json({ message: 'm' }, { status }));
    expect([response.status, await response.json()]).toEqual([status, { message: 'm' }]);
  });

  test('HTML is never served as HTML, sniffed types never as images', async () => {
    const html = async () =>
      new Response('<script>', { headers: { 'content-type': 'text/html', 'set-cookie': 'a=b' } });
    const { response } = await attempt({ path: '/miner' }, html);
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(response.headers.get('set-cookie')).toBeNull();
    const image = async () => new Response('xx', { headers: { 'content-type': 'image/x-icon' } });
    const work = await attempt({ path: '/miner/header' }, image);
    expect(work.response.headers.get('content-type')).toBe('application/octet-stream');
    const refused = await attempt({ path: '/miner/header' }, async () => new Response('no work', { status: 400 }));
    expect(refused.response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  });

  test('204 stays empty, Allow is kept', async () => {
    const done = await attempt({ path: '/miner/start' }, async () => new Response(null, { status: 204 }));
    expect([done.response.status, done.response.body]).toEqual([204, null]);
    expect(done.response.headers.has('content-type')).toBe(false);
    const init = { status: 405, headers: { allow: 'GET' } };
    const refused = await attempt({ path: '/miner' }, async () => new Response('Method Not Allowed\n', init));
    expect(refused.response.headers.get('allow')).toBe('GET');
  });

  test('a stream is passed on piece by piece, beyond any size limit', async () => {
    let pieces = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (pieces++ === 50) controller.close();
        else controller.enqueue(new Uint8Array(100));
      }
    });
    const { response } = await attempt(
      { path: `/consensus/subscribe/${'0'.repeat(64)}` },
      async () => new Response(body)
    );
    expect(pieces).toBeLessThan(5);
    expect((await response.bytes()).length).toBe(5_000);
  });

  test('the error of a stream has a size limit', async () => {
    const init = { status: 400, headers: { 'content-length': String(MAX_ANSWER + 1) } };
    const path = `/consensus/subscribe/${'0'.repeat(64)}`;
    expect((await attempt({ path }, async () => new Response('x', init))).code).toBe('api/too-large');
  });

  test.each<[string, Fetch, number, string]>([
    [
      'no connection',
      async () => Promise.reject(new UnreachableError({ method: 'GET', path: '/' })),
      502,
      'api/unreachable'
    ],
    ['no response', () => new Promise(() => {}), 504, 'api/timeout'],
    ['a truncated response', async () => new Response(new ReadableStream()), 504, 'api/timeout'],
    [
      'a response announced beyond the limit of its route',
      async () => new Response('x', { headers: { 'content-length': String(MAX_ANSWER + 1) } }),
      502,
      'api/too-large'
    ]
  ])('%s is reported by the proxy', async (_, answer, status, expected) => {
    const { response, code } = await attempt({ path: '/miner', timeoutMs: 30 }, answer);
    expect([response.status, code]).toEqual([status, expected]);
  });
});

const exchange = { method: 'GET', path: '/' };
test.each<[string, AppError, number, string]>([
  ['request', new DecodeError(exchange, 'query', 'limit', 'no number'), 400, 'request/unreadable'],
  ['body', new CodecError('cut short'), 400, 'request/unreadable'],
  ['response', new DecodeError(exchange, 'answer', 'limit', 'no number'), 502, 'api/decode']
])('an unreadable %s is told apart from others', (_, error, status, code) => {
  expect(refusal(error)).toMatchObject({ status, headers: { 'quarry-error': code } });
});

test.each([undefined, 'sia'] as const)('another dialect is named, if it is not ours: %s', (dialect) => {
  const { headers } = refusal(new DialectError(exchange, dialect));
  expect(Object.entries(headers).filter(([name]) => name === DIALECT_HEADER)).toEqual(
    dialect ? [[DIALECT_HEADER, dialect]] : []
  );
});

describe('the response timeout', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test.each([
    ['of its target', '/miner', 20_000],
    ['of its route, if it has one', '/daemon/update', 60_000]
  ])('is that %s', async (_, path, timeoutMs) => {
    const asked = Promise.withResolvers<void>();
    const answered = vi.fn();
    const answer = attempt({ path, timeoutMs: 20_000 }, () => {
      asked.resolve();
      return new Promise(() => undefined);
    });
    void answer.then(answered);
    await asked.promise;
    await vi.advanceTimersByTimeAsync(timeoutMs - 1);
    expect(answered).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect((await answer).response.status).toBe(504);
  });

  test('is cleared once the response arrives', async () => {
    expect((await attempt({ path: '/miner' })).response.status).toBe(200);
    expect(vi.getTimerCount()).toBe(0);
  });
});

// Below and above the size that is buffered before anything is sent.
test.each([10, 300 * 1024])('a complete response of %d bytes from the node passes', async (bytes) => {
  const text = JSON.stringify('x'.repeat(bytes - 2));
  const upstream: Upstream = async () => ({ status: 200, headers: {}, body: textBody(text) });
  const target = { tables: Object.values(daemonApi), upstream, timeoutMs: 60_000 };
  const response = await proxied(target, '/miner');
  expect(await response.text()).toBe(text);
  if (bytes === 10) expect(response.headers.get('content-length')).toBe('10');
});

describe('a long response', () => {
  const PIECE = new Uint8Array(64 * 1024).fill(0x20);

  /** This many pieces, and how many of them were read. */
  function pieces(count: number) {
    const seen = { asked: 0, isCancelled: false };
    const body = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          if (seen.asked++ === count) controller.close();
          else controller.enqueue(PIECE);
        },
        cancel: () => void (seen.isCancelled = true)
      },
      { highWaterMark: 0 }
    );
    return { seen, answer: async () => new Response(body, { headers: { 'content-type': 'application/json' } }) };
  }

  test('is passed on as the page reads it, and no faster', async () => {
    const { seen, answer } = pieces(40);
    const { response } = await attempt({ path: '/miner' }, answer);
    expect(response.status).toBe(200);
    // The part that is buffered so that an error can still set the status.
    const held = seen.asked;
    expect(held).toBeLessThan(10);
    const reader = response.body!.getReader();
    for (let i = 0; i < held + 5; i++) await reader.read();
    expect(seen.asked).toBeLessThanOrEqual(held + 6);
    await reader.cancel();
    expect(seen.isCancelled).toBe(true);
  });

  test('arrives completely', async () => {
    const { response } = await attempt({ path: '/miner' }, pieces(40).answer);
    expect((await response.bytes()).length).toBe(40 * PIECE.length);
  });

  test('beyond the limit of its route ends in an error, and reading stops', async () => {
    const { seen, answer } = pieces(1e9);
    const { response } = await attempt({ path: '/miner' }, answer);
    await expect(response.bytes()).rejects.toThrow(TooLargeError);
    expect(seen).toEqual({ asked: MAX_ANSWER / PIECE.length + 1, isCancelled: true });
  });

  test('that goes silent is aborted', async () => {
    let sent = 0;
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => (sent++ < 20 ? controller.enqueue(PIECE) : new Promise(() => {}))
    });
    const { response } = await attempt({ path: '/miner', timeoutMs: 30 }, async () => new Response(body));
    await expect(response.bytes()).rejects.toThrow('silent');
  });
});

test('stopping the server ends calls that wait for a response, and no others', async () => {
  const underWay = new Set<CallEnd>();
  const signals: AbortSignal[] = [];
  const upstream: Upstream = ({ signal }) => {
    signals.push(signal);
    return signals.length === 1
      ? Promise.resolve({ status: 200, headers: {}, body: textBody('{}') })
      : new Promise(() => undefined);
  };
  const target = { tables: Object.values(daemonApi), upstream, timeoutMs: 60_000, underWay };
  const ask = () => proxied(target, '/miner');
  await ask();
  expect(underWay.size).toBe(0);
  const waiting = ask();
  await eventually(() => expect(signals).toHaveLength(2));
  for (const call of underWay) call.abort();
  expect((await waiting).status).toBe(504);
  expect(signals.map(({ aborted }) => aborted)).toEqual([false, true]);
});

describe('a caller who leaves', () => {
  const left = (asking: AbortController, upstream: Upstream) => {
    const request = new Request('http://127.0.0.1:4180/api/daemon/miner', { headers: ours, signal: asking.signal });
    const target = { tables: Object.values(daemonApi), upstream, timeoutMs: 60_000 };
    return proxy(target, fromRequest(request, '/miner'), 'pw');
  };

  test('before the upstream was contacted causes no request', async () => {
    const asking = new AbortController();
    asking.abort();
    const upstream = vi.fn<Upstream>(() => new Promise(() => undefined));
    expect(await left(asking, upstream)).toEqual({ status: 499, headers: {}, body: [] });
    expect(upstream).not.toHaveBeenCalled();
  });

  test('during the response ends the call', async () => {
    const asking = new AbortController();
    const asked = Promise.withResolvers<AbortSignal>();
    const answer = left(asking, ({ signal }) => {
      asked.resolve(signal);
      return new Promise(() => undefined);
    });
    const signal = await asked.promise;
    asking.abort();
    expect(await answer).toEqual({ status: 499, headers: {}, body: [] });
    expect(signal.aborted).toBe(true);
  });
});
