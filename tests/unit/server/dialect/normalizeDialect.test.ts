import { describe, expect, test, vi } from 'vitest';
import { normalizeDialect } from '$lib/server/dialect/normalizeDialect';
import type { Upstream } from '$lib/server/http/upstream';
import { OUR_DIALECT } from '$lib/api/dialect';

/** A wallet server of the other dialect that notes what it was asked. */
function foreign(answers: Record<string, () => Response>) {
  const paths: string[] = [];
  const bodies: string[] = [];
  const upstream: Upstream = async (request) => {
    const { pathname } = new URL(request.url);
    paths.push(pathname);
    if (request.body) bodies.push(await request.text());
    return answers[pathname]?.() ?? new Response('404 page not found\n', { status: 404 });
  };
  return { paths, bodies, upstream };
}

const options = { probePath: '/probe', maxBytes: 1_000_000 };
const probe = () => Response.json({ siafundTaxRevenue: '0' });
const get = (path: string) => new Request(`http://upstream${path}`, { headers: { authorization: 'Basic x' } });
const json = { 'content-type': 'application/json' };

describe('an upstream of another dialect', () => {
  test('is asked once which it speaks, and then in its own words', async () => {
    const balance = () => new Response('{"siacoins":"1","siafunds":18446744073709551615}', { headers: json });
    const { upstream, paths } = foreign({ '/probe': probe, '/a/outputs/siacoin': balance });
    const ours = normalizeDialect(upstream, options);
    const answer = await ours(get('/a/outputs/svccoin'));
    expect(await answer.text()).toBe('{"svccoins":"1","svcfunds":18446744073709551615}');
    await ours(get('/a/outputs/svccoin'));
    expect(paths).toEqual(['/probe', '/a/outputs/siacoin', '/a/outputs/siacoin']);
  });

  test('gets JSON bodies in its words, and binary ones untouched', async () => {
    const { upstream, bodies } = foreign({ '/probe': probe });
    const ours = normalizeDialect(upstream, options);
    const post = (body: BodyInit, headers: Record<string, string>) =>
      ours(new Request('http://upstream/x', { method: 'POST', body, headers }));
    await post('[{"svccoinInputs":[]}]', json);
    await post('svccoin', { 'content-type': 'application/octet-stream' });
    expect(bodies).toEqual(['[{"siacoinInputs":[]}]', 'svccoin']);
  });

  test('may break off its JSON: that passes as it is', async () => {
    const { upstream } = foreign({ '/probe': probe, '/x': () => new Response('{"siaco', { headers: json }) });
    expect(await (await normalizeDialect(upstream, options)(get('/x'))).text()).toBe('{"siaco');
  });

  test('may not answer the question without end', async () => {
    const endless = () => new Response('x'.repeat(2_000), { headers: json });
    const { upstream } = foreign({ '/probe': endless });
    await expect(normalizeDialect(upstream, { ...options, maxBytes: 1_000 })(get('/x'))).rejects.toMatchObject({
      code: 'api/too-large'
    });
  });

  test('is asked with the caller’s password, and again while it cannot tell', async () => {
    const answers = vi
      .fn<() => Response>()
      .mockReturnValueOnce(new Response('loading', { status: 490 }))
      .mockReturnValueOnce(Response.json({ height: 1 }))
      .mockImplementation(probe);
    const { upstream, paths } = foreign({ '/probe': answers });
    const asked = vi.fn(upstream);
    const ours = normalizeDialect(asked, options);
    for (let i = 0; i < 4; i++) await ours(get('/outputs/svccoin'));
    expect(paths.filter((path) => path !== '/probe')).toEqual([
      '/outputs/svccoin',
      '/outputs/svccoin',
      '/outputs/siacoin',
      '/outputs/siacoin'
    ]);
    expect(answers).toHaveBeenCalledTimes(3);
    expect(asked.mock.calls[0]![0].headers.get('authorization')).toBe('Basic x');
  });
});

test('a dialect the configuration names is not asked for', async () => {
  const { upstream, paths } = foreign({});
  await normalizeDialect(upstream, { ...options, dialect: OUR_DIALECT })(get('/outputs/svccoin'));
  expect(paths).toEqual(['/outputs/svccoin']);
});
