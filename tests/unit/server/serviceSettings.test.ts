import { describe, expect, test } from 'vitest';
import type { ServiceId } from '$lib/api/services/ids';
import { AppError } from '$lib/errors';
import { addressesIn, readAddress, readDialect, readSettings, type Refuse } from '$lib/server/serviceSettings';

class RefusedSetting extends AppError {
  constructor(
    readonly field: string,
    readonly code: string
  ) {
    super(`${field}: ${code}`);
  }
}
const refuse: Refuse = (field, fault) => new RefusedSetting(field, fault);
const refused = (field: string, code: string) => expect.objectContaining({ field, code }) as Error;

const daemon = (url: string, more: { agent?: string; dialect?: string } = {}) =>
  readSettings('daemon', { url, ...more }, refuse).daemon;

describe('an HTTP address', () => {
  test.each([
    ['http://node:9980', 'http://node:9980'],
    [' https://node/ ', 'https://node'],
    ['http://node/behind//', 'http://node/behind'],
    ['http://node:9980/?a=b#c', 'http://node:9980'],
    ['127.0.0.1:9980', 'http://127.0.0.1:9980'],
    ['node:9980', 'http://node:9980'],
    ['[::1]:9980/', 'http://[::1]:9980'],
    ['http:127.0.0.1:9980', 'http://127.0.0.1:9980']
  ])('%j is stored as %s', (written, stored) => expect(daemon(written)?.url).toBe(stored));

  test.each(['http://node', 'http://node/', 'http://node/api', 'http://node/api/'])(
    'the wallet server address %s ends with /api exactly once',
    (written) => {
      expect(readAddress('wallet', written, refuse)).toBe('http://node/api');
    }
  );

  test.each(['', 'a node', 'ftp://node', 'http://'])('%j is not one', (written) =>
    expect(() => daemon(written)).toThrow(refused('url', 'connection/url-not-http'))
  );

  test.each(['http://user@node', 'http://:secret@node', 'http://user:secret@node', 'user:secret@node'])(
    '%s contains a password',
    (written) => expect(() => daemon(written)).toThrow(refused('url', 'connection/url-with-password'))
  );
});

describe('an agent', () => {
  test.each([
    [undefined, undefined],
    ['', undefined],
    ['  ', undefined],
    ['A', 'A'],
    [' Own-Agent/1.0 (~) ', 'Own-Agent/1.0 (~)'],
    ['a'.repeat(200), 'a'.repeat(200)]
  ])('%j is stored as %j', (agent, stored) => expect(daemon('http://node', { agent })?.agent).toBe(stored));

  test.each(['a'.repeat(201), 'a\nb', 'a\r\nb: c', 'Agént', '\x7f', '\x1fa', 'a\x00'])('%j is rejected', (agent) =>
    expect(() => daemon('http://node', { agent })).toThrow(refused('agent', 'connection/agent-characters'))
  );
});

test.each([
  [undefined, undefined],
  ['', undefined],
  ['auto', undefined],
  ['sia', 'sia'],
  ['svc', 'svc']
])('the dialect %j is stored as %j', (written, stored) => {
  expect(readDialect(written, refuse)).toBe(stored);
  expect(daemon('http://node', { dialect: written })?.dialect).toBe(stored);
});

test('an unknown dialect is rejected', () => {
  expect(() => readDialect('latin', refuse)).toThrow(refused('dialect', 'connection/dialect-unknown'));
});

describe('a pool', () => {
  const pool = (url: string, user = 'me') => readSettings('pool', { url, user }, refuse).pool;

  test.each([
    ['stratum+tcp://pool.example:3333', 'stratum+tcp://pool.example:3333'],
    [' stratum+ssl://pool.example:3333/ ', 'stratum+ssl://pool.example:3333'],
    ['stratum+tls://[::1]:1', 'stratum+tls://[::1]:1']
  ])('at %j is stored as %s', (written, stored) => {
    expect(pool(written)).toEqual({ url: stored, user: 'me' });
    expect(readAddress('pool', written, refuse)).toBe(stored);
  });

  test.each([
    'pool.example:3333',
    'http://pool.example:3333',
    'stratum+tcp://pool.example',
    'stratum+tcp://:3333',
    'stratum+tcp://user@pool.example:3333',
    'stratum+tcp://:secret@pool.example:3333',
    'stratum+tcp://pool.example:3333/path',
    'nonsense'
  ])('cannot be at %s', (written) => {
    expect(() => pool(written)).toThrow(refused('url', 'connection/url-not-stratum'));
  });

  test('requires a user', () => {
    expect(pool('stratum+tcp://pool.example:3333', ' me.rig ')?.user).toBe('me.rig');
    for (const user of [undefined, '', ' ']) {
      const written = { url: 'stratum+tcp://pool.example:3333', user };
      expect(() => readSettings('pool', written, refuse)).toThrow(refused('user', 'connection/user-missing'));
    }
  });
});

test('a connection has the addresses of its services', () => {
  const settings = {
    pool: { url: 'stratum+tcp://pool.example:3333', user: 'me' },
    daemon: { url: 'http://node:9980', dialect: undefined, agent: undefined }
  };
  const found = addressesIn(settings);
  expect(new Map<ServiceId, string>(found.map(({ id, url }) => [id, url]))).toEqual(
    new Map([
      ['daemon', 'http://node:9980'],
      ['pool', 'stratum+tcp://pool.example:3333']
    ])
  );
});
