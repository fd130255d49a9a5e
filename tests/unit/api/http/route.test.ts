import fc from 'fast-check';
import { describe, expect, expectTypeOf, test } from 'vitest';
import * as z from 'zod/mini';
import type { Daemon } from '$lib/api/daemon/client';
import { boundedRoute } from '$lib/api/daemon/boundedRoutes';
import { daemonApi } from '$lib/api/daemon/modules';
import { pathPattern } from '$lib/api/http/path';
import { decodeRequest, encodeRequest } from '$lib/api/http/request';
import { bytesUpTo, form, get, json, nothing, post, put, text, type Handlers } from '$lib/api/http/route';
import { findRoute, matchRoute } from '$lib/api/http/findRoute';
import { parameterCodecs } from '$lib/api/daemon/shapes/readParameters';
import { DAEMON_BOUNDS } from '$lib/api/parameterBounds';
import { fromRequest } from '$lib/server/http/fetchMessages';

const number = z.codec(z.string(), z.number(), { decode: Number, encode: String });
const routes = {
  all: get('/things', text),
  one: get('/things/:id', text, { query: { deep: z.optional(number) } }),
  newest: get('/things/newest', text),
  make: post('/things', form({ size: number, name: z.optional(z.string()) }), nothing),
  raw: post('/things/:id/raw', bytesUpTo(4), nothing),
  told: post('/told', json(z.object({ when: z.number() })), nothing)
};

test('a JSON body whose lists are longer than any request needs is refused', async () => {
  const route = post('/lists', json(z.object({ lists: z.unknown() })), nothing);
  const sent = (length: number) => {
    const body = JSON.stringify({ lists: [[0], { deep: new Array(length).fill(0) }] });
    return decodeRequest(route, {}, fromRequest(new Request('http://node/lists', { method: 'POST', body })));
  };
  expect(await sent(100_000)).toHaveProperty('body');
  await expect(sent(100_001)).rejects.toMatchObject({ part: 'body' });
});

test('a JSON body with more values than any request needs is refused', async () => {
  const route = post('/lists', json(z.object({ lists: z.unknown() })), nothing);
  const sent = (count: number) => {
    const body = JSON.stringify({ lists: new Array(count).fill({ list: new Array(99_990).fill(0) }) });
    return decodeRequest(route, {}, fromRequest(new Request('http://node/lists', { method: 'POST', body })));
  };
  expect(await sent(3)).toHaveProperty('body');
  await expect(sent(4)).rejects.toMatchObject({ part: 'body' });
});

describe('matchRoute', () => {
  test.each([
    ['GET', '/things', 'all', {}],
    ['GET', '/things/7', 'one', { id: '7' }],
    ['GET', '/things/newest', 'newest', {}],
    ['GET', '/things/a%2Fb', 'one', { id: 'a/b' }],
    ['POST', '/things', 'make', {}],
    ['POST', '/things/[::1]:9/raw', 'raw', { id: '[::1]:9' }]
  ])('%s %s is %s', (method, path, name, params) => {
    expect(matchRoute(routes, method, path)).toMatchObject({ found: 'route', name, params });
  });

  test.each([
    ['GET', '/thing'],
    ['GET', '/things/'],
    ['GET', '/things/7/'],
    ['GET', '//things'],
    ['GET', '/Things'],
    ['GET', '/things/%zz'],
    ['GET', '']
  ])('%s %s matches nothing', (method, path) => {
    expect(matchRoute(routes, method, path)).toEqual({ found: 'nothing' });
  });

  test('a path with another method lists the allowed ones', () => {
    expect(matchRoute(routes, 'DELETE', '/things')).toEqual({ found: 'path', allow: ['GET', 'POST'] });
    expect(matchRoute(routes, 'GET', '/told')).toEqual({ found: 'path', allow: ['POST'] });
  });
});

describe('findRoute', () => {
  const more = { other: get('/others/:id', text), change: put('/things', json(z.string()), nothing) };

  test('finds the table with the route', () => {
    const found = findRoute([routes, more], 'GET', '/others/7');
    expect(found).toMatchObject({ found: 'route', name: 'other', params: { id: '7' } });
    expect(found.found === 'route' && found.table).toBe(more);
  });

  test('combines the methods of all tables', () => {
    expect(findRoute([routes, more], 'DELETE', '/things')).toEqual({ found: 'path', allow: ['GET', 'POST', 'PUT'] });
    expect(findRoute([routes, more], 'GET', '/nowhere')).toEqual({ found: 'nothing' });
  });
});

describe('pathPattern', () => {
  test('matches what it formats', () => {
    const pattern = pathPattern('/a/:x/b/:y');
    const part = fc.string({ minLength: 1, unit: 'grapheme' }).filter((value) => value !== '.' && value !== '..');
    fc.assert(
      fc.property(part, part, (x, y) => {
        expect(pattern.match(pattern.format({ x, y }))).toEqual({ x, y });
      })
    );
  });

  test.each<Record<string, string>>([{}, { id: '' }, { id: '.' }, { id: '..' }])(
    'rejects %j, which would be a different path',
    (params) => {
      expect(() => pathPattern('/things/:id').format(params)).toThrow(RangeError);
    }
  );

  test('keeps a chain index readable', () => {
    expect(pathPattern('/updates/:index').format({ index: '5::ab' })).toBe('/updates/5::ab');
  });
});

describe('requests', () => {
  const roundTrip = (name: keyof typeof routes, call: object) => {
    const route = routes[name];
    const { pathname, search, headers, body } = encodeRequest(route, call);
    const request = new Request(`http://x${pathname}${search}`, { method: route.method, headers, body });
    const match = matchRoute(routes, route.method, pathname);
    if (match.found !== 'route') throw new Error('no match');
    return decodeRequest(route, match.params, fromRequest(request));
  };

  test.each([
    ['all', {}],
    ['one', { params: { id: 'x y' }, query: { deep: 3 } }],
    ['make', { body: { size: 3, name: 'a&b=c' } }],
    ['raw', { params: { id: '1' }, body: Uint8Array.of(1, 2, 3) }],
    ['told', { body: { when: 5 } }]
  ] as const)('%s arrives as it was sent', async (name, call) => {
    expect(await roundTrip(name, call)).toEqual({ params: {}, query: {}, body: undefined, ...call });
  });

  test('POST parameters are always a form, with its Content-Type', () => {
    const { headers, body } = encodeRequest(daemonApi.gateway.configure, { body: { maxdownloadspeed: 111n } });
    expect(headers).toEqual({ 'content-type': 'application/x-www-form-urlencoded' });
    expect(body).toBe('maxdownloadspeed=111');
  });

  test('a multipart form is accepted too', async () => {
    const body = new FormData();
    body.set('size', '4');
    const request = new Request('http://x/things', { method: 'POST', body });
    expect((await decodeRequest(routes.make, {}, fromRequest(request))).body).toEqual({ size: 4 });
  });

  test.each(['application/x-www-form-urlencoded; charset=utf-8', 'Application/X-WWW-Form-Urlencoded ;charset=utf-8'])(
    'a form of type %s is read',
    async (type) => {
      const request = new Request('http://x/things', {
        method: 'POST',
        body: 'size=5',
        headers: { 'content-type': type }
      });
      expect((await decodeRequest(routes.make, {}, fromRequest(request))).body).toEqual({ size: 5 });
    }
  );

  test('a form with more than its parameters need is rejected', async () => {
    const body = new URLSearchParams(`size=4&${'a&'.repeat(50_000)}`);
    const request = new Request('http://x/things', { method: 'POST', body });
    await expect(decodeRequest(routes.make, {}, fromRequest(request))).rejects.toMatchObject({
      code: 'api/too-large',
      part: 'body'
    });
  });

  test.each([
    ['size=5', 'size=4', 5],
    ['name=x', 'size=4', 4],
    ['size=', 'size=4&size=6', undefined]
  ])('of the parameters in a form "%s" and in a URL "%s", those of the form are used', async (form, url, size) => {
    const request = new Request(`http://x/things?${url}`, { method: 'POST', body: new URLSearchParams(form) });
    const read = decodeRequest(routes.make, {}, fromRequest(request)).then(({ body }) => body.size);
    if (size === undefined) await expect(read).rejects.toMatchObject({ code: 'api/decode', field: 'size' });
    else expect(await read).toBe(size);
  });

  test.each([
    [
      'a query',
      new Request('http://x/consensus/blocks?height=x'),
      boundedRoute(daemonApi.consensus.block),
      'query',
      'height'
    ],
    ['a body', postJson('{"action":"boil"}'), daemonApi.gateway.changeBlocklist, 'body', 'action'],
    ['a body that is not JSON', postJson('{'), daemonApi.gateway.changeBlocklist, 'body', '']
  ])('%s of another shape is reported with its part and field', async (_, request, route, part, field) => {
    await expect(decodeRequest(route, {}, fromRequest(request))).rejects.toMatchObject({
      code: 'api/decode',
      part,
      field
    });
  });

  test('a body beyond the route’s limit is rejected', async () => {
    const request = new Request('http://x', { method: 'POST', body: new Uint8Array(5) });
    await expect(decodeRequest(routes.raw, { id: '1' }, fromRequest(request))).rejects.toMatchObject({
      code: 'api/too-large'
    });
  });
});

function postJson(body: string): Request {
  return new Request('http://x', { method: 'POST', body, headers: { 'content-type': 'application/json' } });
}

describe('types', () => {
  test('a missing handler does not compile', () => {
    const some = { all: () => 'all' };
    // @ts-expect-error four handlers are missing
    const handlers: Handlers<typeof routes> = some;
    expect(handlers).toBe(some);
  });

  test('a call has typed parts', () => {
    type Connect = Parameters<Daemon['gateway']['connect']>[0];
    expectTypeOf<{ params: { netaddress: string } }>().toExtend<Connect>();
    expectTypeOf<{ params: { address: string } }>().not.toExtend<Connect>();
    type Block = Parameters<Daemon['consensus']['block']>[0];
    expectTypeOf<{ query: { height: number } }>().toExtend<Exclude<Block, undefined>>();
    expectTypeOf<{ query: { height: string } }>().not.toExtend<Exclude<Block, undefined>>();
    expectTypeOf<Awaited<ReturnType<Daemon['consensus']['status']>>['difficulty']>().toEqualTypeOf<bigint>();
  });
});

describe('an integer parameter', () => {
  const { maxdownloadspeed } = parameterCodecs(DAEMON_BOUNDS['POST /gateway']);
  const read = (text: string) => z.parse(maxdownloadspeed!, text);

  test.each([
    ['12', 12n],
    ['-3', -3n],
    ['1.5', 1n],
    ['1e3', 1n],
    ['0x10', 16n],
    ['1_000', 1000n],
    ['7 8', 7n],
    ['1SC', 1n],
    ['9223372036854775807', (1n << 63n) - 1n]
  ])('%j is %d', (text, value) => expect(read(text)).toBe(value));

  test.each(['', 'x', '-', ' ', '_1'])('%j is not an integer', (text) => {
    expect(() => read(text)).toThrow('expected integer');
  });

  test('beyond 64 bits is out of range', () => {
    expect(() => read('9223372036854775808')).toThrow('value out of range');
  });
});
