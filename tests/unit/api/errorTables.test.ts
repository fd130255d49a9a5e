import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { decodeAnswer, type LoadErrorReader } from '$lib/api/http/response';
import { daemonErrors } from '$lib/api/daemon/errors';
import { loadDaemonErrors } from '$lib/api/daemon/loadErrors';
import { withoutService } from '$lib/api/dialect';
import { createErrorReader, writeErrorText, type ErrorRow, type ErrorTable } from '$lib/api/http/errorTable';
import type { HttpError } from '$lib/api/http/errors';
import { get, json, text } from '$lib/api/http/route';
import { miningServerErrors } from '$lib/api/mining-server/errors';
import { signingServerErrors } from '$lib/api/signing-server/errors';
import { walletServerErrors } from '$lib/api/wallet-server/errors';
import { refusal, type ServiceErrorCode } from '$lib/server/node/errors';

const SERVICES: readonly (readonly [service: string, table: ErrorTable, load: LoadErrorReader])[] = [
  ['daemon', daemonErrors, loadDaemonErrors],
  ['wallet server', walletServerErrors, () => import('$lib/api/wallet-server/errors')],
  ['mining server', miningServerErrors, () => import('$lib/api/mining-server/errors')],
  ['signing server', signingServerErrors, () => import('$lib/api/signing-server/errors')]
];
const rows = SERVICES.flatMap(([service, table, load]) =>
  Object.entries(table).map(([code, row]) => [service, code as ServiceErrorCode, row, load] as const)
);

const namesIn = (wire: string) => [...wire.matchAll(/\{(\w+)(:integer)?\}/g)].map(([, name, integer]) => ({ name: name!, integer: integer !== undefined })); // prettier-ignore

/** A distinct value of each kind. */
const sampleData = ({ wire }: ErrorRow): Record<string, string | bigint> =>
  Object.fromEntries(
    namesIn(wire).map(({ name, integer }, i) => [name, integer ? 41n + BigInt(i) : `value of ${name}`])
  );

/** A path that matches the row's pattern, or any. */
const pathOf = ({ at }: ErrorRow): `/${string}` =>
  at === undefined ? '/anywhere' : (at.source.replace(/^\^|\$$|\\/g, '') as `/${string}`);

describe('our own client reads what our node refuses', () => {
  test.each(rows)('%s: %s', async (_, code, row, load) => {
    const data = sampleData(row);
    const { message, status } = refusal(code, data as never);
    expect(status).toBe(row.status ?? 400);
    const answer = new Response(JSON.stringify({ message }), { status });
    const error = await decodeAnswer(get(pathOf(row), text), answer, { maxBytes: 1e4, timeoutMs: 60_000 }, load).then(
      () => expect.unreachable(),
      (caught: unknown) => caught as HttpError
    );
    expect(error).toMatchObject({ code, serverMessage: withoutService(message) });
    expect(error.known).toEqual({ code, data, field: row.field });
  });
});

describe('texts of other servers', () => {
  const others = rows.flatMap(([service, code, row]) =>
    (row.reads ?? []).map((pattern) => [service, code, pattern, row] as const)
  );
  test.each(others)('%s: %s captures its values in %s', (_, __, pattern, row) => {
    const groups = [...pattern.source.matchAll(/\(\?<(\w+)>/g)].map(([, name]) => name);
    expect(groups.sort()).toEqual(
      namesIn(row.wire)
        .map(({ name }) => name)
        .sort()
    );
  });
});

test('no code belongs to two services', () => {
  const codes = rows.map(([, code]) => code);
  expect(codes.filter((code, i) => codes.indexOf(code) !== i)).toEqual([]);
});

describe('a table', () => {
  const read = createErrorReader({
    'hosts/too-few': { wire: 'need {least:integer} hosts (have {given})', field: 'hosts' },
    'hosts/spelt-otherwise': { wire: 'no svccoin', reads: [/^no money for (?:him|her)$/] },
    'hosts/there': { wire: 'broken: {reason}', at: /^\/there$/ },
    'hosts/broken': { wire: 'broken: {reason}' }
  });
  test.each([
    [
      'need 20 hosts (have none (yet))',
      '/',
      { code: 'hosts/too-few', data: { least: 20n, given: 'none (yet)' }, field: 'hosts' }
    ],
    ['need many hosts (have none)', '/', undefined],
    ['no coin', '/', { code: 'hosts/spelt-otherwise', data: {} }],
    ['no money for her', '/', { code: 'hosts/spelt-otherwise', data: {} }],
    ['broken: arm', '/there', { code: 'hosts/there', data: { reason: 'arm' } }],
    ['broken: arm', '/here', { code: 'hosts/broken', data: { reason: 'arm' } }],
    ['It is broken: arm', '/here', undefined]
  ])('reads %j at %s', (words, path, known) => expect(read(words, path)).toEqual(known));

  test('writes numbers without formatting', () =>
    expect(writeErrorText('at most {most:integer}', { most: 10_000 })).toBe('at most 10000'));
});

test('an error keeps its general code if the table cannot be loaded', async () => {
  const answer = new Response('block does not meet target', { status: 400 });
  const load = () => Promise.reject(new TypeError('no connection'));
  await expect(
    decodeAnswer(get('/miner/header', text), answer, { maxBytes: 1e4, timeoutMs: 60_000 }, load)
  ).rejects.toMatchObject({ code: 'api/bad-request', serverMessage: 'block does not meet target', known: undefined });
});

test('a long error text does not block the page', async () => {
  const answer = new Response('-'.repeat(900_000), { status: 400 });
  const error = await decodeAnswer(get('/miner/header', text), answer, { maxBytes: 1e6, timeoutMs: 1e3 }).catch(
    (thrown: unknown) => thrown
  );
  expect(error).toMatchObject({ code: 'api/bad-request', serverMessage: `${'-'.repeat(500)}…` });
});

test.each([
  ['"c":"', 'cut-short'],
  ['"c":[1', 'cut-short'],
  ['"c":]}', 'text']
])('a very long response is reported as truncated or not: …%s', async (end, form) => {
  const answer = new Response(`{"b":"${'x'.repeat(2_000_000)}",${end}`);
  await expect(
    decodeAnswer(get('/consensus', json(z.object({}))), answer, { maxBytes: 1e8, timeoutMs: 1e3 })
  ).rejects.toMatchObject({ form });
});
