import { expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { empty, get, json, nothing, post } from '$lib/api/http/route';
import { amount } from '$lib/api/schemas/amount';
import { ConsensusError } from '$lib/consensus/errors';
import { createDaemonRouter } from '$lib/server/node/http/daemonRouter';
import { moduleOf } from '$lib/server/node/http/tables';
import { fetchFrom } from '$lib/server/http/fetchMessages';

const routes = {
  read: get('/things/:id', nothing),
  change: post('/change', empty, nothing),
  wrong: get('/wrong', json(z.object({ fee: amount })))
};
const router = createDaemonRouter({
  modules: [moduleOf(routes, { read: () => {}, change: () => {}, wrong: () => ({ fee: (1n << 128n) as never }) })],
  agent: '',
  password: 'secret',
  realm: 'API'
});
const ask = (path: string, method = 'GET') =>
  fetchFrom(router)(new Request(`http://node${path}`, { method, redirect: 'manual' }));

test.each([
  ['/Things/7', '/things/7'],
  ['/things///7', '/things/7'],
  ['/things//7?height=1&limit=2', '/things/7?height=1&limit=2']
])('%s is redirected to the canonical path with its query', async (path, location) => {
  const answer = await ask(path);
  expect([answer.status, answer.headers.get('location')]).toEqual([301, location]);
  expect(await answer.text()).toBe(`<a href="${location.replace('&', '&amp;')}">Moved Permanently</a>.\n\n`);
});

test('the page of a redirect is text only', async () => {
  const { signal } = new AbortController();
  const query = `<a title='"&`;
  const { body } = await router({ method: 'GET', path: '/Things/7', query, headers: {}, body: undefined, signal });
  const text = Buffer.concat([...(body as Iterable<Uint8Array>)]).toString();
  expect(text).toContain('<a href="/things/7?&lt;a title=&#39;&#34;&amp;">');
});

test('a long body is read in steps: other requests are answered meanwhile', async () => {
  const log: string[] = [];
  const body = json(z.array(z.string()));
  const withBodies = createDaemonRouter({
    modules: [
      moduleOf(
        { long: post('/long', body, nothing), short: post('/short', body, nothing) },
        { long: () => void log.push('long'), short: () => void log.push('short') }
      )
    ],
    agent: '',
    password: '',
    realm: 'API'
  });
  const send = (path: string, items: number) =>
    fetchFrom(withBodies)(
      new Request(`http://node${path}`, { method: 'POST', body: JSON.stringify(Array.from({ length: items }, () => 'x'.repeat(90))) })
    ); // prettier-ignore
  const answers = await Promise.all([send('/long', 90_000), send('/short', 1)]);
  expect(answers.map(({ status }) => status)).toEqual([204, 204]);
  expect(log).toEqual(['short', 'long']);
});

test('a POST is redirected with its method', async () => {
  const answer = await ask('/Change?speed=1', 'POST');
  expect([answer.status, answer.headers.get('location')]).toEqual([307, '/change?speed=1']);
});

test('a method that the canonical path does not have is not redirected', async () => {
  expect((await ask('/Change')).status).toBe(491);
  expect((await ask('/Change', 'OPTIONS')).status).toBe(491);
});

test('statuses that HTTP does not name have the text of the daemon, and no others', async () => {
  expect((await ask('/Change')).statusText).toBe('status code 491');
  expect((await ask('/wrong')).statusText).toBe('');
});

test('a response that cannot be encoded is an error of the node, not of the request', async () => {
  const answer = await ask('/wrong');
  expect(answer.status).toBe(500);
  expect(await answer.json()).toEqual({ message: expect.stringMatching(/^Unexpected answer at fee/) });
});

test.each<[string, string | undefined, number]>([
  ['the one that is asked for', 'Agent/2 (Agent)', 204],
  ['another one', 'Browser', 400],
  ['none', undefined, 400]
])('a request with %s as its user agent', async (_, agent, status) => {
  const withAgent = createDaemonRouter({
    modules: [moduleOf({ read: routes.read }, { read: () => {} })],
    agent: 'Agent',
    password: '',
    realm: 'API'
  });
  const { signal } = new AbortController();
  const request = { method: 'GET', path: '/things/7', query: '', headers: { 'user-agent': agent }, body: undefined };
  expect((await withAgent({ ...request, signal })).status).toBe(status);
});

test.each([
  ['{', {}],
  ['{"name": 1}', { parameter: 'name' }]
])('the body %s is refused with the parameter at fault, if it is one', async (body, parameter) => {
  const put = createDaemonRouter({
    modules: [moduleOf({ put: post('/put', json(z.object({ name: z.string() })), nothing) }, { put: () => {} })],
    agent: '',
    password: '',
    realm: 'API'
  });
  const answer = await fetchFrom(put)(new Request('http://node/put', { method: 'POST', body }));
  expect([answer.status, answer.statusText]).toEqual([400, '']);
  expect(await answer.json()).toEqual({ message: expect.any(String), ...parameter });
});

test.each<[string, Error, number, string]>([
  ['an error of a rule', new ConsensusError('txn/zero-value', 'an output has no value'), 400, 'an output has no value'],
  ['a bug', new Error('secret'), 500, 'internal error; see the node’s log']
])('%s that no handler describes', async (_, failure, status, message) => {
  const log = vi.spyOn(console, 'error').mockReturnValue();
  const read = () => {
    throw failure;
  };
  const failing = createDaemonRouter({
    modules: [moduleOf({ read: routes.read }, { read })],
    agent: '',
    password: '',
    realm: 'API'
  });
  const answer = await fetchFrom(failing)(new Request('http://node/things/7'));
  expect([answer.status, await answer.json()]).toEqual([status, { message }]);
  expect(log.mock.calls).toEqual(status === 500 ? [[failure]] : []);
  log.mockRestore();
});
