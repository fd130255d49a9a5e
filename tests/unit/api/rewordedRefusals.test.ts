import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { daemonErrors } from '$lib/api/daemon/errors';
import { loadDaemonErrors } from '$lib/api/daemon/loadErrors';
import type { HttpError } from '$lib/api/http/errors';
import { BadRequestError, NotFoundError, ServerError } from '$lib/api/http/errors';
import { writeErrorText, type ErrorRow, type ErrorTable } from '$lib/api/http/errorTable';
import { decodeAnswer, type LoadErrorReader } from '$lib/api/http/response';
import { get, text } from '$lib/api/http/route';
import { miningServerErrors } from '$lib/api/mining-server/errors';
import { signingServerErrors } from '$lib/api/signing-server/errors';
import { walletServerErrors } from '$lib/api/wallet-server/errors';
import { readShareAnswer } from '$lib/mining/stratum/shareErrors';
import { submitAnswer } from '$lib/services/mining/sources/submitAnswer';
import { fieldOfRefusal } from '$lib/services/renter/allowanceForm';
import { recordedAreas, recordedExchanges, recordedPathname } from '../../support/recordedDaemon';

/**
 * A server message that is not in the table is an unknown refusal: it becomes the general error of its status, and
 * causes no special handling.
 */

const limits = { maxBytes: 1e5, timeoutMs: 60_000 };
const refusedWith = (words: string, status: number, load: LoadErrorReader, path: `/${string}` = '/anywhere') =>
  decodeAnswer(get(path, text), Response.json({ message: words }, { status }), limits, load).then(
    () => expect.unreachable(),
    (error: unknown) => error as HttpError
  );

const GENERAL = [
  [400, 'api/bad-request', BadRequestError],
  [404, 'api/not-found', NotFoundError],
  [500, 'api/server-error', ServerError]
] as const;

const SERVICES: readonly (readonly [name: string, table: ErrorTable, load: LoadErrorReader])[] = [
  ['daemon', daemonErrors, loadDaemonErrors],
  ['wallet server', walletServerErrors, () => import('$lib/api/wallet-server/errors')],
  ['mining server', miningServerErrors, () => import('$lib/api/mining-server/errors')],
  ['signing server', signingServerErrors, () => import('$lib/api/signing-server/errors')]
];

/** Lower-case text that no table contains: every letter is shifted by one. */
const further = (words: string): string =>
  words.replace(/[a-z]/gi, (letter) => String.fromCharCode((letter.toLowerCase().charCodeAt(0) - 96) % 26 + 97)); // prettier-ignore

describe('a daemon’s recorded refusals, reworded', () => {
  const recorded = recordedAreas()
    .flatMap(recordedExchanges)
    .flatMap((exchange) => {
      const { status, body } = exchange.response;
      const message = typeof body === 'string' && body.startsWith('{') ? (JSON.parse(body) as { message?: string }).message : undefined; // prettier-ignore
      return status === 400 && message ? [[exchange.name, message, recordedPathname(exchange)] as const] : [];
    });

  test('there are many', () => expect(recorded.length).toBeGreaterThan(100));

  test.each(recorded)('%s', async (_, message, path) => {
    const error = await refusedWith(further(message), 400, loadDaemonErrors, path as `/${string}`);
    expect([error.code, error.known]).toEqual(['api/bad-request', undefined]);
    expect(fieldOfRefusal(error)).toBeUndefined();
    expect(await submitAnswer(() => Promise.reject(error), BadRequestError)).toEqual({ accepted: false, error });
  });
});

describe.each(SERVICES)('any text of a %s', (_, table, load) => {
  test('that is not in its table becomes the general error of its status', async () => {
    const words = fc.array(fc.stringMatching(/^[qxzjk]{1,9}$/), { minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(words, fc.constantFrom(...GENERAL), async (some, [status, code, ErrorClass]) => {
        const error = await refusedWith(some.join(' '), status, load);
        expect(error).toBeInstanceOf(ErrorClass);
        expect([error.code, error.known]).toEqual([code, undefined]);
      })
    );
  });

  test('that is in its table keeps its code, whatever its values', async () => {
    const rows = Object.entries(table).filter(([, { at }]: [string, ErrorRow]) => at === undefined);
    const value = fc.stringMatching(/^[qxzjk]{3,9}( [qxzjk]{3,9}){0,3}$/);
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...rows), value, fc.nat(), async ([code, { wire, status }], some, number) => {
        const names = [...wire.matchAll(/\{(\w+)(:integer)?\}/g)];
        const data = Object.fromEntries(names.map(([, name, integer]) => [name!, integer ? number : some]));
        const error = await refusedWith(writeErrorText(wire, data), status ?? 400, load);
        expect(error.code).toBe(code);
      }),
      { numRuns: 300 }
    );
  });
});

test('a share rejected with an unknown text counts as rejected for another reason', () => {
  const words = fc.stringMatching(/^[qxzjk]{1,9}( [qxzjk]{1,9}){0,5}$/);
  fc.assert(
    fc.property(words, fc.option(fc.integer({ min: 26, max: 999 })), (message, code) => {
      const fault = { message, ...(code !== null && { code }) };
      expect(readShareAnswer(null, fault)).toEqual({ kind: 'rejected', fault: 'other', reason: message });
    })
  );
});
