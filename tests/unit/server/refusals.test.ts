import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { QuarryRefusalError } from '$lib/api/http/errors';
import type { ErrorRow } from '$lib/api/http/errorTable';
import { decodeAnswer } from '$lib/api/http/response';
import { get, text } from '$lib/api/http/route';
import { quarryErrors, type QuarryErrorCode } from '$lib/api/quarry/errors';
import type { AppError } from '$lib/errors';
import { helpFor } from '$lib/messages/errorHelp';
import { m } from '$lib/messages/errors';
import { LOCALES } from '$lib/messages/locale';
import { ServerRefusal } from '$lib/server/errors';
import { REFUSAL_STATUS, refusal } from '$lib/server/http/proxy';
import '../../support/englishMessages';
import { loadMessages } from '../../support/messages';
import { toResponse } from '$lib/server/http/fetchMessages';

afterEach(() => loadMessages('en'));

const root = join(import.meta.dirname, '../../..');
const own = globSync(['src/lib/server/**/*.ts', 'src/routes/**/*.{ts,svelte}', 'src/hooks.server.ts'], { cwd: root })
  .filter((path) => !path.startsWith('src/lib/server/node/'))
  .map((path) => ({ path, source: readFileSync(join(root, path), 'utf8') }));

/** Sample values for a refusal with that code. */
function sampleData({ wire }: ErrorRow): Record<string, string | bigint> {
  const names = [...wire.matchAll(/\{(\w+)(:integer)?\}/g)];
  const value = (name: string) => (name === 'service' ? 'wallet' : `the ${name}`);
  // More than a double can represent, as a nonce may be.
  return Object.fromEntries(names.map(([, name, integer]) => [name!, integer ? (1n << 60n) + 1n : value(name!)]));
}

const codes = Object.keys(quarryErrors) as QuarryErrorCode[];
const refused = (code: QuarryErrorCode) => new ServerRefusal(code, sampleData(quarryErrors[code]) as never);

async function received(error: AppError): Promise<AppError> {
  const answer = decodeAnswer(get('/anything', text), toResponse(refusal(error)), { maxBytes: 1e4, timeoutMs: 60_000 });
  return answer.then(
    () => expect.unreachable(),
    (caught: unknown) => caught as AppError
  );
}

describe('refusals of Quarry’s own server reach the page as a code with values', () => {
  test.each(codes)('%s', async (code) => {
    const row: ErrorRow = quarryErrors[code];
    const error = await received(refused(code));
    expect(error).toBeInstanceOf(QuarryRefusalError);
    expect(error).toMatchObject({ code, status: row.status ?? 400, data: sampleData(row) });
  });

  test.each(codes)('%s has texts in both languages, without the server’s text', async (code) => {
    const error = await received(refused(code));
    const said = [];
    for (const language of LOCALES) {
      await loadMessages(language);
      const { title, action } = helpFor(error);
      said.push(`${title}. ${action}`);
    }
    expect(new Set(said).size).toBe(LOCALES.length);
    expect(said.join()).not.toMatch(/undefined|NaN|\[object/);
    for (const words of said) expect(words).not.toContain((error as QuarryRefusalError).serverMessage);
  });
});

test('every code in the table is used somewhere, and no other code', () => {
  const thrown = new Set(
    own.flatMap(({ source }) =>
      [...source.matchAll(/'((?:session|connection|guard|request|network|rewards|prices)\/[a-z-]+)'/g)].map(
        ([, code]) => code!
      )
    )
  );
  // The outcome of a connection check, which is a regular result.
  thrown.delete('connection/test-ended');
  expect([...thrown].sort()).toEqual([...codes].sort());
});

describe('other failures with a server code', () => {
  test.each(Object.keys(REFUSAL_STATUS))('%s has a text', async (code) => {
    for (const language of LOCALES) {
      await loadMessages(language);
      expect(Object.keys(m.texts)).toContain(code);
    }
  });

  /** Codes of server errors that end the start, an upgrade or a check, but never become a response. */
  const NEVER_ANSWERED = [
    'server/config',
    'server/damaged-file',
    'server/file-version',
    'server/shared-folder',
    'server/no-file',
    'connection/test-ended'
  ];

  test('are all in the table or on that list', () => {
    const classes = own.flatMap(({ source }) =>
      [...source.matchAll(/readonly code = '([a-z-]+\/[a-z-]+)'/g)].map(([, code]) => code!)
    );
    expect(classes.length).toBeGreaterThan(2);
    const unknown = classes.filter((code) => !(code in REFUSAL_STATUS) && !NEVER_ANSWERED.includes(code));
    expect(unknown).toEqual([]);
  });

  test('from upstreams have a status', () => {
    const source = readFileSync(join(root, 'src/lib/api/http/errors.ts'), 'utf8');
    const exchanged = [...source.matchAll(/'(api\/[a-z-]+)'/g)].map(([, code]) => code!);
    expect(exchanged.length).toBeGreaterThan(10);
    expect(exchanged.filter((code) => !(code in REFUSAL_STATUS))).toEqual([]);
  });

  test('become responses in one place', () => {
    const others = own.filter(({ source }) => /Response\.json\(|status: [45]\d\d/.test(source)).map(({ path }) => path);
    expect(others).toEqual([]);
  });
});
