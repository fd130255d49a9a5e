import { describe, expect, test } from 'vitest';
import {
  credentialsOf,
  passwordFor,
  servicesWithPassword,
  withCredentials,
  type StoredConnection
} from '$lib/server/connections/connection';

const [NODE, WALLET, OTHER] = ['http://node', 'http://wallet', 'http://other'];
const daemon = { url: NODE, dialect: 'svc', agent: '' } as const;
const own: StoredConnection = {
  id: 'start',
  name: 'own',
  fixed: true,
  daemon,
  wallet: { url: WALLET, dialect: 'svc' },
  passwords: { daemon: 'configured' }
} as StoredConnection;
const other = { id: 'c2', name: 'other', wallet: { url: OTHER, dialect: 'svc' } } as StoredConnection;

describe('the password of an address', () => {
  test.each([
    ['comes from the session first', NODE, { [NODE]: 'typed' }, 'typed'],
    ['comes from the startup settings next', NODE, {}, 'configured'],
    ['in the session applies to its own address only', WALLET, { [NODE]: 'typed' }, undefined],
    ['of another connection comes from the session', OTHER, { [OTHER]: 'theirs' }, 'theirs'],
    ['may be missing', 'http://nowhere', {}, undefined]
  ])('%s', (_, lock, passwords, expected) => {
    expect(passwordFor(lock, { passwords }, [other, own])).toBe(expected);
  });

  test('is used for each service of a connection', () => {
    expect(credentialsOf(own, { passwords: { [WALLET]: 'typed' } })).toEqual({ daemon: 'configured', wallet: 'typed' });
    expect(credentialsOf(own, { passwords: { [NODE]: 'typed' } })).toEqual({ daemon: 'typed' });
    expect(credentialsOf(other, { passwords: {} })).toEqual({});
  });

  test('is stored for that address', () => {
    expect(withCredentials({ [NODE]: 'before' }, other, { wallet: 'theirs', daemon: 'nobody’s' })).toEqual({
      [NODE]: 'before',
      [OTHER]: 'theirs'
    });
    expect(withCredentials({ [OTHER]: 'before' }, other, {})).toEqual({ [OTHER]: 'before' });
  });
});

test('is listed once, for the first service at a shared address', () => {
  expect(servicesWithPassword(own)).toEqual(['daemon', 'wallet']);
  const shared = { ...own, wallet: { ...own.wallet!, url: NODE } };
  expect(servicesWithPassword(shared)).toEqual(['daemon']);
});
