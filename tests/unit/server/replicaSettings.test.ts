import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readConfig } from '$lib/server/config';
import { temporaryFolder } from '../../support/temporary';

const KEY = 'a1'.repeat(16);
const OLD = 'b2'.repeat(32);
const folder = temporaryFolder('replica');
const fileWith = (name: string, text: string): string => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};
const replicaOf = (env: Record<string, string>) => readConfig(env).replica;

describe('session keys', () => {
  test('come from the environment, starting with the one that seals', () => {
    expect(replicaOf({ QUARRY_SESSION_KEY: `${KEY}, ${OLD}` }).sessionKeys).toEqual([KEY, OLD]);
  });

  test('come from a file, one per line', () => {
    const file = fileWith('keys', `${KEY}\n${OLD}\n`);
    expect(replicaOf({ QUARRY_SESSION_KEY_FILE: file }).sessionKeys).toEqual([KEY, OLD]);
  });

  test.each([
    ['a short key', { QUARRY_SESSION_KEY: KEY.slice(1) }, 'QUARRY_SESSION_KEY must have keys'],
    ['a short key beside a good one', { QUARRY_SESSION_KEY: `${KEY},old` }, 'QUARRY_SESSION_KEY must have keys'],
    ['an empty file', { QUARRY_SESSION_KEY_FILE: fileWith('empty', '\n') }, 'QUARRY_SESSION_KEY_FILE must have keys'],
    ['no file', { QUARRY_SESSION_KEY_FILE: join(folder, 'none') }, 'QUARRY_SESSION_KEY_FILE names a file'],
    ['both', { QUARRY_SESSION_KEY: KEY, QUARRY_SESSION_KEY_FILE: 'x' }, 'cannot both be set']
  ])('stop the start: %s', (_, env, words) => {
    expect(() => replicaOf(env)).toThrow(words);
  });

  test('do not appear in errors', () => {
    expect(() => replicaOf({ QUARRY_SESSION_KEY: 'secret' })).toThrow(expect.not.stringContaining('secret') as Error);
  });
});

describe('the broker', () => {
  const natsOf = (url: string) => replicaOf({ QUARRY_SESSION_KEY: KEY, NATS_URL: url }).nats;

  test.each([
    ['nats://127.0.0.1', { servers: ['127.0.0.1:4222'], tls: false }],
    ['tls://a:1, tls://b:2', { servers: ['a:1', 'b:2'], tls: true }],
    ['nats://me:p%40ss@a:1', { servers: ['a:1'], tls: false, user: 'me', password: 'p@ss' }],
    ['nats://t0ken@a:1', { servers: ['a:1'], tls: false, token: 't0ken' }]
  ])('is at %s', (url, address) => expect(natsOf(url)).toEqual(address));

  test.each(['http://a', 'a:4222', 'nats://a,', 'nats://a,tls://b'])('cannot be at %s', (url) => {
    expect(() => natsOf(url)).toThrow('NATS_URL must be addresses');
  });

  test('with a malformed password is reported by variable', () => {
    expect(() => natsOf('nats://me:100%@a:1')).toThrow(/^NATS_URL has .*%25/);
  });

  test('requires a session key shared by the servers', () => {
    expect(() => replicaOf({ NATS_URL: 'nats://127.0.0.1' })).toThrow('NATS_URL requires QUARRY_SESSION_KEY');
  });
});

test('connections are JSON, or a file that contains it', () => {
  expect(replicaOf({ QUARRY_CONNECTIONS: '[]' }).connections).toEqual({ text: '[]', source: 'QUARRY_CONNECTIONS' });
  const file = fileWith('connections.json', '[ ]');
  expect(replicaOf({ QUARRY_CONNECTIONS: file }).connections).toEqual({ text: '[ ]', source: file });
  expect(() => replicaOf({ QUARRY_CONNECTIONS: join(folder, 'none') })).toThrow('QUARRY_CONNECTIONS names a file');
});
