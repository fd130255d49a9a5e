import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { empty, get, json, nothing, post } from '$lib/api/http/route';
import { amount } from '$lib/api/schemas/amount';
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
  ['/things//7?height=1&limit=2', '/things/7?height=1&limit=2']
])('%s is redirected to the canonical path with its query', async (path, location) => {
  const answer = await ask(path);
  expect([answer.status, answer.headers.get('location')]).toEqual([301, location]);
  expect(await answer.text()).toBe(`<a href="${location.replace('&', '&amp;')}">Moved Permanently</a>.\n\n`);
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
