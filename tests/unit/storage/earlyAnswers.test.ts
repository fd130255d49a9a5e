import { afterEach, expect, test, vi } from 'vitest';
import { CONNECTION_HEADER } from '$lib/api/quarry/connectionHeader';
import { PAGE_TOKEN_HEADER } from '$lib/api/quarry/pageToken';
import { fetchWithToken } from '$lib/storage/pageToken';

const PATH = '/api/daemon/consensus';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/**
 * A page whose document made a request with a token and a connection, and a `fetch` for its own requests.
 * @param ageMs the age of the document
 */
function openPage(answer: Promise<Response>, { token = 'token', ageMs = 500 } = {}) {
  vi.spyOn(performance, 'now').mockReturnValue(ageMs);
  answer.catch(() => undefined);
  const headers = { [PAGE_TOKEN_HEADER]: 'token', [CONNECTION_HEADER]: 'start' };
  vi.stubGlobal('window', { earlyAnswers: new Map([[PATH, { headers, answer }]]) });
  vi.stubGlobal('localStorage', { getItem: () => token });
  const ownAnswer = () => new Response('own');
  const fetch = fetchWithToken(async () => ownAnswer());
  return async (path = PATH, init: RequestInit = {}) =>
    (await fetch(new Request(`http://quarry${path}`, { headers: { [CONNECTION_HEADER]: 'start' }, ...init }))).text();
}

test('a response requested by the document is used, once', async () => {
  const ask = openPage(Promise.resolve(new Response('early')));
  expect([await ask(), await ask()]).toEqual(['early', 'own']);
});

test.each([
  ['another address', '/api/daemon/consensus?a=1', {}],
  ['another method', PATH, { method: 'POST' }],
  ['another connection', PATH, { headers: { [CONNECTION_HEADER]: 'other' } }],
  ['no connection', PATH, { headers: {} }]
])('%s is requested separately', async (_, path, init) => {
  expect(await openPage(Promise.resolve(new Response('early')))(path, init)).toBe('own');
});

test('after signing in with another tab, the response for the old session is not used', async () => {
  expect(await openPage(Promise.resolve(new Response('early')), { token: 'new' })()).toBe('own');
});

test.each([
  [19_999, 'early'],
  [20_000, 'own']
])('after %d ms, the response is %s', async (ageMs, answer) => {
  expect(await openPage(Promise.resolve(new Response('early')), { ageMs })()).toBe(answer);
});

test('an early failure is requested again', async () => {
  expect(await openPage(Promise.reject(new TypeError('Failed to fetch')))()).toBe('own');
});
