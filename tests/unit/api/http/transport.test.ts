import { getEventListeners } from 'node:events';
import { describe, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { readLimited, readWhole } from '$lib/api/http/body';
import { createClient } from '$lib/api/http/client';
import { isUnanswered } from '$lib/api/http/errors';
import { int, u64 } from '$lib/api/daemon/shapes/values';
import { bytes, get, json, nothing, post, stream, text, empty } from '$lib/api/http/route';
import type { AppError } from '$lib/errors';
import { SCRIPT_HEADER, type Fetch, type TransportOptions } from '$lib/api/http/transport';

const routes = {
  thing: get('/thing', json(z.object({ size: z.number() }))),
  words: get('/words', text),
  work: get('/work', bytes),
  feed: get('/feed', stream),
  act: post('/act', empty, nothing)
};

const clientOf = (fetch: Fetch, options: Partial<TransportOptions> = {}) =>
  createClient(routes, { fetch, baseUrl: 'http://node/base/', timeoutMs: 60_000, ...options });

const answering = (body: BodyInit | null, init?: ResponseInit) => clientOf(async () => new Response(body, init));

const asJson = { 'content-type': 'application/json' };

describe('responses', () => {
  test('may arrive in very many pieces', async () => {
    const PIECES = 200_000;
    const pieces = Array.from({ length: PIECES }, () => Uint8Array.of(7));
    const about = { method: 'GET', path: '/work' };
    expect(await readLimited(about, 'answer', pieces, PIECES)).toHaveLength(PIECES);
    expect(await readWhole(pieces)).toHaveLength(PIECES);
  });

  test('are decoded by kind', async () => {
    expect(await answering('{"size":3,"more":1}').thing()).toEqual({ size: 3 });
    expect(await answering('hello').words()).toBe('hello');
    expect(await answering(Uint8Array.of(1, 2)).work()).toEqual(Uint8Array.of(1, 2));
    expect(await answering(null, { status: 204 }).act()).toBeUndefined();
  });

  test('are also given to a listener, decoded; errors are not', async () => {
    const onanswer = vi.fn();
    const bodies = ['{"size":3}', '{"size":"large"}'];
    const { thing } = clientOf(async () => new Response(bodies.shift()), { onanswer });
    await thing();
    await expect(thing()).rejects.toThrow();
    expect(onanswer.mock.calls).toEqual([[routes.thing, { size: 3 }]]);
  });

  test('a stream is returned unread', async () => {
    const feed = await answering('abc').feed();
    expect(await new Response(feed).text()).toBe('abc');
  });
});

describe('each failure has its class', () => {
  const never: Fetch = () => new Promise(() => {});
  const stalled = new ReadableStream<Uint8Array>({ start: (controller) => controller.enqueue(Uint8Array.of(123)) });
  const broken = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(Uint8Array.of(123)),
    pull: (controller) => controller.error(new TypeError('terminated'))
  });
  const failures: [string, Fetch, string][] = [
    ['400', async () => Response.json({ message: 'no' }, { status: 400 }), 'api/bad-request'],
    ['an unknown 4xx', async () => new Response('teapot', { status: 418 }), 'api/bad-request'],
    ['401', async () => new Response('unauthorized\n', { status: 401 }), 'api/unauthorized'],
    ['403', async () => new Response(null, { status: 403 }), 'api/forbidden'],
    ['404', async () => new Response('404 page not found\n', { status: 404 }), 'api/not-found'],
    ['405', async () => new Response('Method Not Allowed\n', { status: 405 }), 'api/method-not-allowed'],
    ['490', async () => Response.json({ message: '490' }, { status: 490 }), 'api/module-loading'],
    ['491', async () => Response.json({ message: '491' }, { status: 491 }), 'api/module-disabled'],
    ['500', async () => new Response('boom', { status: 500 }), 'api/server-error'],
    ['a redirect', async () => new Response('<a>', { status: 301, headers: { location: '/x' } }), 'api/redirected'],
    ['no connection', async () => Promise.reject(new TypeError('fetch failed')), 'api/unreachable'],
    ['no response', never, 'api/timeout'],
    ['a truncated response', async () => new Response(stalled), 'api/timeout'],
    ['text instead of JSON', async () => new Response('hello', { headers: asJson }), 'api/not-json'],
    [
      'HTML instead of JSON',
      async () => new Response('\n<html>', { headers: { 'content-type': 'text/html' } }),
      'api/html'
    ],
    ['nothing instead of JSON', async () => new Response('', { headers: asJson }), 'api/not-json'],
    ['invalid JSON', async () => new Response('{"size":x}', { headers: asJson }), 'api/not-json'],
    ['truncated JSON', async () => new Response('{"size":', { headers: asJson }), 'api/cut-short'],
    ['JSON truncated in a key', async () => new Response('{"si', { headers: asJson }), 'api/cut-short'],
    ['JSON truncated in a word', async () => new Response('[1,tr', { headers: asJson }), 'api/cut-short'],
    ['a connection that closes early', async () => new Response(broken), 'api/connection-closed'],
    ['JSON of another shape', async () => Response.json({ size: 'big' }), 'api/decode'],
    ['too much', async () => new Response('9'.repeat(2000)), 'api/too-large'],
    ['unreachable, reported by the proxy', async () => between('api/unreachable', 502), 'api/unreachable'],
    ['closed, reported by the proxy', async () => between('api/connection-closed', 502), 'api/connection-closed'],
    ['timeout, reported by the proxy', async () => between('api/timeout', 504), 'api/timeout'],
    ['not configured', async () => between('api/not-configured', 503), 'api/not-configured'],
    ['a wrong password', async () => between('session/wrong-password', 401), 'session/wrong-password'],
    ['503', async () => new Response('busy', { status: 503 }), 'api/server-error'],
    ['stopped, reported by the node', async () => between('api/stopped', 503), 'api/stopped']
  ];
  const UNANSWERED = [
    ...['401', '490', '503', 'no connection', 'no response', 'a truncated response', 'a connection that closes early'],
    ...['unreachable, reported by the proxy', 'closed, reported by the proxy', 'timeout, reported by the proxy'],
    ...['not configured', 'a wrong password', 'stopped, reported by the node']
  ];
  test.each(failures)('%s', async (name, fetch, code) => {
    const timeoutMs = code === 'api/timeout' ? 50 : 60_000;
    const { thing } = clientOf(fetch, { maxBytes: 1000, timeoutMs });
    const error = await thing().catch((error: unknown) => error);
    expect(error).toMatchObject({ code });
    expect(isUnanswered(error as AppError)).toBe(UNANSWERED.includes(name));
  });

  const between = (code: string, status: number) =>
    Response.json({ message: 'm', data: {} }, { status, headers: { 'quarry-error': code } });

  test('a number beyond 2^53 is exact where allowed, and rejected elsewhere', async () => {
    const heights = { tip: get('/tip', json(z.object({ height: int, size: u64 }))) };
    const tip = (body: string) =>
      createClient(heights, { fetch: async () => new Response(body), baseUrl: 'http://node' }).tip();
    expect(await tip('{"height":9007199254740991,"size":18446744073709551615}')).toEqual({
      height: 9007199254740991,
      size: 18446744073709551615n
    });
    await expect(tip('{"height":9007199254740993,"size":1}')).rejects.toMatchObject({
      code: 'api/unsafe-number',
      field: 'height'
    });
  });

  test('the first invalid field is reported', async () => {
    await expect(answering('{"size":"big"}').thing()).rejects.toMatchObject({ part: 'answer', field: 'size' });
  });

  test('the server’s message is kept, HTML is not, and only the first line of text', async () => {
    await expect(answering('{"message":"why"}', { status: 400 }).thing()).rejects.toMatchObject({
      serverMessage: 'why'
    });
    await expect(answering('<h1>no</h1>', { status: 400 }).thing()).rejects.toMatchObject({ serverMessage: '' });
    await expect(answering('bad\n{"id":1}', { status: 400 }).thing()).rejects.toMatchObject({ serverMessage: 'bad' });
  });

  test('the caller’s own abort is not a timeout', async () => {
    const reason = new Error('enough');
    const call = clientOf(never).thing({}, { signal: AbortSignal.abort(reason) });
    await expect(call).rejects.toBe(reason);
  });

  test.each<[string, Response | Error]>([
    ['a response', Response.json({ size: 3 })],
    ['a failure', new TypeError('fetch failed')]
  ])('after %s, nothing listens to the caller’s signal', async (_, outcome) => {
    const { signal } = new AbortController();
    const during: number[] = [];
    const fetch: Fetch = async () => {
      during.push(getEventListeners(signal, 'abort').length);
      if (outcome instanceof Error) throw outcome;
      return outcome;
    };
    await clientOf(fetch)
      .thing({}, { signal })
      .catch(() => {});
    expect([during, getEventListeners(signal, 'abort').length]).toEqual([[1], 0]);
  });

  test('no message contains a password or an address', async () => {
    const headers = { authorization: 'Basic OnNlY3JldA==' };
    const failing: Fetch[] = [
      async () => new Response('no', { status: 401 }),
      async () => Promise.reject(new TypeError('fetch failed')),
      never
    ];
    for (const fetch of failing) {
      const error: unknown = await clientOf(fetch, { headers, timeoutMs: 50 })
        .thing()
        .catch((thrown: unknown) => thrown);
      expect(String(error)).not.toMatch(/OnNlY3JldA|http:\/\/node/);
    }
  });
});

test('the URL is base and path, and the request is sent once, with our header', async () => {
  const fetch = vi.fn<Fetch>(async () => new Response(null, { status: 204 }));
  await clientOf(fetch, { headers: { authorization: 'Basic x' } }).act();
  expect(fetch).toHaveBeenCalledOnce();
  const [request] = fetch.mock.calls[0]!;
  expect(request.url).toBe('http://node/base/act');
  expect(request.method).toBe('POST');
  expect(request.redirect).toBe('manual');
  expect(request.headers.get(SCRIPT_HEADER)).toBe('1');
  expect(request.headers.get('authorization')).toBe('Basic x');
});
