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
    ['of the session comes first', NODE, { [NODE]: 'typed' }, 'typed'],
    ['of the start is next', NODE, {}, 'configured'],
    ['of the session is that of its address only', WALLET, { [NODE]: 'typed' }, undefined],
    ['of another connection is of the session', OTHER, { [OTHER]: 'theirs' }, 'theirs'],
    ['that nobody has is missing', 'http://nowhere', {}, undefined]
  ])('%s', (_, lock, passwords, expected) => {
    expect(passwordFor(lock, { passwords }, [other, own])).toBe(expected);
  });

  test('is given with each service of a connection', () => {
    expect(credentialsOf(own, { passwords: { [WALLET]: 'typed' } })).toEqual({ daemon: 'configured', wallet: 'typed' });
    expect(credentialsOf(own, { passwords: { [NODE]: 'typed' } })).toEqual({ daemon: 'typed' });
    expect(credentialsOf(other, { passwords: {} })).toEqual({});
  });

  test('is kept for that address', () => {
    expect(withCredentials({ [NODE]: 'before' }, other, { wallet: 'theirs', daemon: 'nobody’s' })).toEqual({
      [NODE]: 'before',
      [OTHER]: 'theirs'
    });
    expect(withCredentials({ [OTHER]: 'before' }, other, {})).toEqual({ [OTHER]: 'before' });
  });
});

test('of several services at one address the first has its password', () => {
  expect(servicesWithPassword(own)).toEqual(['daemon', 'wallet']);
  const shared = { ...own, wallet: { ...own.wallet!, url: NODE } };
  expect(servicesWithPassword(shared)).toEqual(['daemon']);
});
