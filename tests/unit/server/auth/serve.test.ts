import { writeFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { sessionRoutes } from '$lib/api/quarry/session';
import { serve } from '$lib/server/auth/serve';
import { temporaryFolder } from '../../../support/temporary';

const ours = { host: '127.0.0.1:4180', 'sec-fetch-site': 'same-origin', 'quarry-request': '1' };
const status = {
  signedIn: true,
  mode: 'embedded',
  services: ['daemon', 'wallet', 'signing'],
  elsewhere: [],
  ownPasswords: [],
  work: []
} as const;

async function signIn(headers: Record<string, string>, body: string) {
  const request = new Request('http://127.0.0.1:4180/api/session', { method: 'POST', headers, body });
  let asked = false;
  const response = await serve(sessionRoutes.signIn, request, () => {
    asked = true;
    return { ...status, pageToken: 'x' };
  });
  return { status: response.status, code: response.headers.get('quarry-error'), asked };
}

const password = JSON.stringify({ password: 'x' });

test('our own page is served, and the response is not cached', async () => {
  expect(await signIn(ours, password)).toEqual({ status: 200, code: null, asked: true });
  const request = new Request('http://127.0.0.1:4180/api/session', { headers: ours });
  const response = await serve(sessionRoutes.status, request, () => status);
  expect(response.headers.get('cache-control')).toBe('no-store');
});

test.each<[string, Record<string, string>, string, number, string]>([
  ['a form of another site', { host: ours.host }, password, 403, 'api/forbidden'],
  ['a script of another site', { ...ours, 'sec-fetch-site': 'cross-site' }, password, 403, 'api/forbidden'],
  ['another port', { ...ours, origin: 'http://127.0.0.1:3000' }, password, 403, 'api/forbidden'],
  ['not JSON', ours, 'password=x', 400, 'request/unreadable'],
  ['JSON of another shape', ours, '{"password":5}', 400, 'request/unreadable'],
  ['nothing', ours, '', 400, 'request/unreadable'],
  ['far too much', ours, JSON.stringify({ password: 'x'.repeat(20_000) }), 413, 'api/too-large']
])('%s is rejected before the password is checked', async (_, headers, body, expected, code) => {
  expect(await signIn(headers, body)).toEqual({ status: expected, code, asked: false });
});

test('a request aborted within its body is not reported as an error', async () => {
  const body = new ReadableStream({
    pull: (controller) => controller.error(Object.assign(new Error('aborted'), { code: 'ECONNRESET' }))
  });
  const init = { method: 'POST', headers: ours, body, duplex: 'half' } as const;
  const response = await serve(sessionRoutes.signIn, new Request('http://127.0.0.1:4180/api/session', init), () =>
    expect.unreachable()
  );
  expect(response.status).toBe(499);
});

test('an unwritable data folder is reported to the page, with details on the terminal', async () => {
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const folder = temporaryFolder('serve');
  const request = new Request('http://127.0.0.1:4180/api/session/end', { method: 'POST', headers: ours });
  const response = await serve(sessionRoutes.signOut, request, () => writeFileSync(folder, ''));
  expect([response.status, response.headers.get('quarry-error')]).toEqual([507, 'request/not-stored']);
  expect(await response.text()).not.toContain(folder);
  expect(written.mock.calls.join()).toContain(folder);
  written.mockRestore();
});

test('any other failure is rethrown', async () => {
  const request = new Request('http://127.0.0.1:4180/api/session', { headers: ours });
  const failing = serve(sessionRoutes.status, request, () => {
    throw new TypeError('x is not a function');
  });
  await expect(failing).rejects.toThrow('x is not a function');
});
