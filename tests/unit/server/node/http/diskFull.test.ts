import { afterEach, beforeEach, expect, test, vi, type MockInstance } from 'vitest';
import { loadDaemonErrors } from '$lib/api/daemon/loadErrors';
import { decodeAnswer } from '$lib/api/http/response';
import { get, nothing } from '$lib/api/http/route';
import type { HttpRequest } from '$lib/api/http/message';
import { createDaemonRouter } from '$lib/server/node/http/daemonRouter';
import { moduleOf } from '$lib/server/node/http/tables';
import { createWalletRouter } from '$lib/server/node/http/walletRouter';
import { DiskFullError, FolderGoneError, UnwritableError } from '$lib/server/node/store/sqliteError';

const FULL = 'The disk that holds the data folder is full. Free some space; nothing was changed.';
const request: HttpRequest = {
  method: 'GET',
  path: '/kept',
  query: '',
  headers: { authorization: `Basic ${btoa(':p')}` },
  body: undefined,
  signal: new AbortController().signal
};

const failingWith = (error: Error) => [
  moduleOf(
    { keep: get('/kept', nothing) },
    {
      keep: () => {
        throw error;
      }
    }
  )
];

let logged: MockInstance;
beforeEach(() => void (logged = vi.spyOn(console, 'error').mockReturnValue()));
afterEach(() => logged.mockRestore());

test.each([
  ['full disk, as an error of SQLite', { errcode: 13 }, FULL],
  ['full disk, as an error of a file', { code: 'ENOSPC' }, FULL],
  ['read-only disk, as an error of SQLite', { errcode: 778 }, new UnwritableError().message],
  ['read-only disk, as an error of a file', { code: 'EROFS' }, new UnwritableError().message]
])('a %s, is reported as such, not as an internal error', async (_, fields, message) => {
  const modules = failingWith(Object.assign(new Error('not stored'), fields));
  const daemon = await createDaemonRouter({ modules, agent: '', password: 'p', realm: '' })(request);
  const wallet = await createWalletRouter({ modules, password: 'p' })(request, '/kept');
  for (const { status, body } of [daemon, wallet]) {
    expect([status, await new Response((body as Uint8Array<ArrayBuffer>[])[0]).text()]).toEqual([
      500,
      expect.stringContaining(message)
    ]);
  }
  expect(logged).not.toHaveBeenCalled();
});

test.each([
  ['a full disk', new DiskFullError(), {}],
  ['a disk that cannot be written to', new UnwritableError(), {}],
  ['a data folder that is gone', new FolderGoneError('/srv/quarry'), { path: '/srv/quarry' }]
])('clients of each service recognize %s', async (_, error, data) => {
  const modules = failingWith(error);
  const daemon = await createDaemonRouter({ modules, agent: '', password: 'p', realm: '' })(request);
  const wallet = await createWalletRouter({ modules, password: 'p' })(request, '/kept');
  const services = [
    [daemon, loadDaemonErrors],
    [wallet, () => import('$lib/api/wallet-server/errors')],
    [wallet, () => import('$lib/api/mining-server/errors')],
    [wallet, () => import('$lib/api/signing-server/errors')]
  ] as const;
  for (const [{ status, body }, loadErrors] of services) {
    const response = new Response((body as Uint8Array<ArrayBuffer>[])[0], { status });
    await expect(
      decodeAnswer(get('/kept', nothing), response, { maxBytes: 1e4, timeoutMs: 60_000 }, loadErrors)
    ).rejects.toMatchObject({ code: error.code, known: { data } });
  }
});
