import { describe, expect, test } from 'vitest';
import type { Cookies } from '@sveltejs/kit';
import { join } from 'node:path';
import { PAGE_TOKEN_HEADER, poolProtocols } from '$lib/api/quarry/pageToken';
import { clientOf, endSession, readSession, writeSession, type RequestClient } from '$lib/server/auth/sessionCookie';
import { openRevokedSessions } from '$lib/server/auth/revokedSessions';
import { createSealer } from '$lib/server/auth/session';
import { readConfig } from '$lib/server/config';
import { clientAddress } from '$lib/server/trustedProxies';
import { temporaryFolder } from '../../../support/temporary';

type Written = Record<string, { readonly value: string; readonly secure?: boolean; readonly maxAge?: number }>;

/** A server with the cookies that it set. */
function serverWith(env: Record<string, string> = {}) {
  const clock = () => 1_000;
  const revoked = openRevokedSessions(join(temporaryFolder('cookie'), 'ended.json'), clock);
  const sealer = createSealer({ secret: 's', audience: 'a', revoked, clock });
  const setup = { config: readConfig(env), sealer };
  const written: Written = {};
  const deleted: [name: string, options: object][] = [];
  const cookies = {
    set: (name: string, value: string, options: { secure?: boolean }) => (written[name] = { value, ...options }),
    delete: (name: string, options: object) => (deleted.push([name, options]), delete written[name])
  } as Pick<Cookies, 'set' | 'delete'> as Cookies;
  const begin = () => sealer.begin({ selected: 'start', passwords: {} });
  return { setup, sealer, cookies, written, deleted, begin };
}

const client = (headers: Record<string, string>, peer = '127.0.0.1'): RequestClient => ({ headers, peer });

const NAME = 'quarry-session-4180';
const LOCAL = { host: '127.0.0.1:4180' };

describe('a session', () => {
  const { setup, sealer, begin } = serverWith();
  const session = begin();
  const cookie = `${NAME}=${sealer.seal(session)}`;
  const token = sealer.pageTokenOf(session);
  const read = (headers: Record<string, string>) => readSession(client({ ...LOCAL, ...headers }), setup);

  test('needs the cookie and the page token in a header', () => {
    expect(read({ cookie, [PAGE_TOKEN_HEADER]: token })).toEqual(session);
  });

  test('needs the cookie and the page token among the protocols of a WebSocket', () => {
    expect(read({ cookie, 'sec-websocket-protocol': poolProtocols(token).join(', ') })).toEqual(session);
  });

  test.each<[string, Record<string, string>]>([
    ['the cookie alone', { cookie }],
    ['the page token alone', { [PAGE_TOKEN_HEADER]: token }],
    ['an empty page token', { cookie, [PAGE_TOKEN_HEADER]: '' }],
    ['an invented page token', { cookie, [PAGE_TOKEN_HEADER]: 'A'.repeat(43) }],
    ['the page token in another cookie', { cookie: `${cookie}; ${PAGE_TOKEN_HEADER}=${token}` }],
    ['the page token as authorization', { cookie, authorization: `Bearer ${token}` }],
    ['a WebSocket without the page token', { cookie, 'sec-websocket-protocol': poolProtocols(undefined).join() }],
    ['the cookie under the name for TLS', { cookie: `__Host-${cookie}`, [PAGE_TOKEN_HEADER]: token }]
  ])('is not accepted with less: %s', (_, headers) => {
    expect(read(headers)).toBeUndefined();
  });

  test('is not masked by cookies of the same name from another port', () => {
    const stranger = begin();
    const tossed = `${NAME}=x; ${NAME}=${sealer.seal(stranger)}; ${cookie}`;
    expect(read({ cookie: tossed, [PAGE_TOKEN_HEADER]: token })).toEqual(session);
  });

  test('can only be ended by its page', () => {
    const { setup, sealer, cookies, begin } = serverWith();
    const begun = begin();
    const headers = { ...LOCAL, cookie: `${NAME}=${sealer.seal(begun)}` };
    const whole = { ...headers, [PAGE_TOKEN_HEADER]: sealer.pageTokenOf(begun) };
    endSession(cookies, client(headers), setup);
    expect(readSession(client(whole), setup)).toEqual(begun);
    endSession(cookies, client(whole), setup);
    expect(readSession(client(whole), setup)).toBeUndefined();
  });
});

describe('the name of the cookie', () => {
  const nameAt = (env: Record<string, string>, headers: Record<string, string>, peer?: string) => {
    const { setup, cookies, written, begin } = serverWith(env);
    writeSession(cookies, client(headers, peer), setup, begin());
    return Object.entries(written).map(([name, { secure }]) => [name, secure]);
  };

  test.each<[string, Record<string, string>, Record<string, string>, string, boolean]>([
    ['this machine', {}, LOCAL, NAME, false],
    [
      'an https origin',
      { QUARRY_ORIGIN: 'https://quarry.example' },
      { host: 'quarry.example' },
      '__Host-quarry-session-tls',
      true
    ],
    [
      'a trusted proxy with TLS',
      { QUARRY_TRUSTED_PROXIES: '127.0.0.1' },
      { host: 'quarry.example', 'x-forwarded-proto': 'https' },
      `__Host-${NAME}`,
      true
    ],
    [
      'an untrusted peer that claims TLS',
      { QUARRY_TRUSTED_PROXIES: '10.0.0.1' },
      { ...LOCAL, 'x-forwarded-proto': 'https' },
      NAME,
      false
    ]
  ])('%s', (_, env, headers, name, secure) => {
    expect(nameAt(env, headers)).toEqual([[name, secure]]);
  });

  test('under TLS, a cookie with the plain name is ignored', () => {
    const { setup, sealer, begin } = serverWith({ QUARRY_ORIGIN: 'https://quarry.example' });
    const session = begin();
    const read = (name: string) =>
      readSession(
        client({
          host: 'quarry.example',
          cookie: `${name}=${sealer.seal(session)}`,
          [PAGE_TOKEN_HEADER]: sealer.pageTokenOf(session)
        }),
        setup
      );
    expect([read('quarry-session-tls'), read('__Host-quarry-session-tls')]).toEqual([undefined, session]);
  });
});

describe('the cookie', () => {
  const HARDENED = { path: '/', httpOnly: true, sameSite: 'strict' };

  test('is same-site, lasts as long as the session, and is deleted with the attributes it was set with', () => {
    for (const [env, headers, secure] of [
      [{}, LOCAL, false],
      [{ QUARRY_ORIGIN: 'https://quarry.example' }, { host: 'quarry.example' }, true]
    ] as const) {
      const { setup, cookies, written, deleted, begin } = serverWith(env);
      writeSession(cookies, client(headers), setup, begin());
      const [[name, { value: _, ...attributes }]] = Object.entries(written) as [[string, Written[string]]];
      expect(attributes).toEqual({ ...HARDENED, secure, maxAge: 30 * 86_400 });
      endSession(cookies, client(headers), setup);
      expect(deleted).toEqual([[name, { ...HARDENED, secure }]]);
    }
  });

  test('is not set beyond the browsers’ size limit', () => {
    const { setup, cookies, written, begin } = serverWith();
    // Base64 makes 4 characters of 3 bytes: 3800 of 2850, including nonce and tag.
    const around = JSON.stringify({ ...begin(), passwords: { a: '' } }).length;
    const sessionOf = (bytes: number) => ({ ...begin(), passwords: { a: 'x'.repeat(bytes - around - 28) } });
    writeSession(cookies, client(LOCAL), setup, sessionOf(2_850));
    const before = written[NAME]!.value;
    expect(before).toHaveLength(3_800);
    expect(() => writeSession(cookies, client(LOCAL), setup, sessionOf(2_851))).toThrow(
      expect.objectContaining({ code: 'session/full' })
    );
    expect(written[NAME]!.value).toBe(before);
  });
});

test('a client that has reset its connection has no address', () => {
  const { headers, peer } = clientOf({ request: new Request('http://127.0.0.1'), getClientAddress: () => undefined });
  expect(clientAddress(peer, headers, readConfig({}).trustedProxies)).toBe('');
});
