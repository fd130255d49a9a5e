import { describe, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { createClient } from '$lib/api/http/client';
import { get, json, nothing, post } from '$lib/api/http/route';
import { announceDialect } from '$lib/server/dialect/announceDialect';
import { UPSTREAM_ORIGIN } from '$lib/server/http/upstream';
import { DIALECT_HEADER } from '$lib/api/http/spelling';
import { OUR_DIALECT } from '$lib/api/dialect';
import { fetchFrom } from '$lib/server/http/fetchMessages';
import { upstreamOf } from '../../../support/httpMessages';

/** A wallet server with another dialect that records its requests. */
function foreign(answers: Record<string, () => Response>) {
  const paths: string[] = [];
  const bodies: string[] = [];
  const headers: Headers[] = [];
  const upstream = upstreamOf(async (request) => {
    const { pathname } = new URL(request.url);
    paths.push(pathname);
    headers.push(request.headers);
    if (request.body) bodies.push(await request.text());
    return answers[pathname]?.() ?? new Response('404 page not found\n', { status: 404 });
  });
  return { paths, bodies, headers, upstream };
}

const announcing = (...given: Parameters<typeof announceDialect>) => fetchFrom(announceDialect(...given));

const options = { probePath: '/probe', maxBytes: 1_000_000 };
const probe = () => Response.json({ siafundTaxRevenue: '0' });
const ask = (path: string) => new Request(`http://upstream${path}`, { headers: { authorization: 'Basic x' } });
const jsonType = { 'content-type': 'application/json' };

describe('an upstream of another dialect', () => {
  const TEXT = '{ "siacoins":"1",\n  "siafunds":18446744073709551615}';

  test('is probed once; its responses pass unchanged with its dialect', async () => {
    const balance = () => new Response(TEXT, { headers: jsonType });
    const { upstream, paths } = foreign({ '/probe': probe, '/a/outputs/siacoin': balance });
    const announced = announcing(upstream, options);
    const answer = await announced(ask('/a/outputs/svccoin'));
    expect(await answer.text()).toBe(TEXT);
    expect(answer.headers.get(DIALECT_HEADER)).toBe('sia');
    await announced(ask('/a/outputs/svccoin'));
    expect(paths).toEqual(['/probe', '/a/outputs/siacoin', '/a/outputs/siacoin']);
  });

  test('is read in our names by a client', async () => {
    const balance = () => new Response(TEXT, { headers: jsonType });
    const { upstream } = foreign({ '/probe': probe, '/a/outputs/siacoin': balance });
    const routes = { read: get('/a/outputs/svccoin', json(z.object({ svccoins: z.string(), svcfunds: z.bigint() }))) };
    const client = createClient(routes, { fetch: announcing(upstream, options), baseUrl: UPSTREAM_ORIGIN });
    expect(await client.read()).toEqual({ svccoins: '1', svcfunds: 18446744073709551615n });
  });

  test('gets a client’s JSON in its names, each body once', async () => {
    const done = () => new Response(null, { status: 204 });
    const { upstream, bodies, headers } = foreign({ '/probe': probe, '/x': done });
    const routes = { write: post('/x', json(z.array(z.object({ svccoinInputs: z.array(z.string()) }))), nothing) };
    const client = createClient(routes, { fetch: announcing(upstream, options), baseUrl: UPSTREAM_ORIGIN });
    await client.write({ body: [{ svccoinInputs: ['svccoin'] }] });
    await client.write({ body: [{ svccoinInputs: [] }] });
    expect(bodies).toEqual(['[{"siacoinInputs":["svccoin"]}]', '[{"siacoinInputs":[]}]']);
    // The page's dialect header to Quarry's server is not forwarded.
    expect(headers.some((sent) => sent.has(DIALECT_HEADER))).toBe(false);
  });

  test('is sent nothing in another dialect', async () => {
    const { upstream, bodies } = foreign({ '/probe': probe });
    const sending = announcing(
      upstream,
      options
    )(new Request('http://upstream/x', { method: 'POST', body: '{}', headers: jsonType }));
    await expect(sending).rejects.toMatchObject({ code: 'api/dialect', dialect: 'sia' });
    expect(bodies).toEqual([]);
  });

  test('gets binary bodies untouched', async () => {
    const { upstream, bodies } = foreign({ '/probe': probe });
    const headers = { 'content-type': 'application/octet-stream' };
    await announcing(upstream, options)(new Request('http://upstream/x', { method: 'POST', body: 'svccoin', headers }));
    expect(bodies).toEqual(['svccoin']);
  });

  test('may truncate its JSON: it passes unchanged', async () => {
    const { upstream } = foreign({ '/probe': probe, '/x': () => new Response('{"siaco', { headers: jsonType }) });
    expect(await (await announcing(upstream, options)(ask('/x'))).text()).toBe('{"siaco');
  });

  test('must not answer the probe endlessly', async () => {
    const endless = () => new Response('x'.repeat(2_000), { headers: jsonType });
    const { upstream } = foreign({ '/probe': endless });
    await expect(announcing(upstream, { ...options, maxBytes: 1_000 })(ask('/x'))).rejects.toMatchObject({
      code: 'api/too-large'
    });
  });

  test('is probed with the caller’s password, and again while the result is unclear', async () => {
    const answers = vi
      .fn<() => Response>()
      .mockReturnValueOnce(new Response('loading', { status: 490 }))
      .mockReturnValueOnce(Response.json({ height: 1 }))
      .mockImplementation(probe);
    const { upstream, paths } = foreign({ '/probe': answers });
    const asked = vi.fn(upstream);
    const announced = announcing(asked, options);
    for (let i = 0; i < 4; i++) await announced(ask('/outputs/svccoin'));
    expect(paths.filter((path) => path !== '/probe')).toEqual([
      '/outputs/svccoin',
      '/outputs/svccoin',
      '/outputs/siacoin',
      '/outputs/siacoin'
    ]);
    expect(answers).toHaveBeenCalledTimes(3);
    expect(asked.mock.calls[0]![0].headers.authorization).toBe('Basic x');
  });
});

describe('an upstream of our dialect', () => {
  const ours = { ...options, dialect: OUR_DIALECT };
  const named = (name: string) => new Request('http://upstream/a', { headers: { [DIALECT_HEADER]: name } });

  test.each([
    ['without a name', new Request('http://upstream/a')],
    ['with our name', named(OUR_DIALECT)]
  ])('is requested %s, and neither side gets a dialect header', async (_, request) => {
    const { upstream, headers } = foreign({ '/a': () => new Response('x', { headers: { [DIALECT_HEADER]: 'sia' } }) });
    const answer = await announcing(upstream, ours)(request);
    expect(headers.map((sent) => sent.has(DIALECT_HEADER))).toEqual([false]);
    expect(answer.headers.has(DIALECT_HEADER)).toBe(false);
  });

  test('gets a request without a dialect header unchanged', async () => {
    const asked: unknown[] = [];
    const request = { method: 'GET', path: '/a', query: '', headers: {}, body: undefined } as never;
    const answer = { status: 200, headers: {}, body: undefined } as never;
    const announced = announceDialect(async (given) => (asked.push(given), answer), ours);
    expect(await announced(request)).toBe(answer);
    expect(asked).toEqual([request]);
    expect(asked[0]).toBe(request);
  });
});

test('a configured dialect is not probed', async () => {
  const { upstream, paths } = foreign({});
  await announcing(upstream, { ...options, dialect: OUR_DIALECT })(ask('/outputs/svccoin'));
  expect(paths).toEqual(['/outputs/svccoin']);
});

test.each(['sia', undefined] as const)(
  'an upstream of our dialect is sent nothing in another one (from %s)',
  async (known) => {
    const { upstream, bodies } = foreign({});
    const headers = { ...jsonType, [DIALECT_HEADER]: 'sia' };
    const request = new Request('http://upstream/x', { method: 'POST', body: '{}', headers });
    const sending = announcing(upstream, { ...options, dialect: known === undefined ? OUR_DIALECT : undefined })(
      request
    );
    // No dialect header is needed: without one, the page uses our dialect.
    await expect(sending).rejects.toMatchObject({ code: 'api/dialect', dialect: undefined });
    expect(bodies).toEqual([]);
  }
);
