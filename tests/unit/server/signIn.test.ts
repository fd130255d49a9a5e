import { describe, expect, test } from 'vitest';
import { createOneTimeToken } from '../../../src/lib/server/session';
import { createSignIn } from '../../../src/lib/server/signIn';
import type { Upstream } from '../../../src/lib/server/upstream';

const unauthorized = () => Response.json({ message: 'API authentication failed.' }, { status: 401 });
const accepted = `Basic ${btoa(':right')}`;

/** A daemon that answers each path with a status once past the password. */
const daemon =
  (statuses: Record<string, number>): Upstream =>
  async (request) => {
    const status = statuses[new URL(request.url).pathname] ?? 491;
    if (status === 490 || status === 491) return Response.json({ message: 'm' }, { status });
    return request.headers.get('authorization') === accepted
      ? Response.json({ message: 'm' }, { status })
      : unauthorized();
  };

const clock = () => 0;

describe('with a password', () => {
  test.each<[string, Record<string, number>]>([
    ['a daemon with work to give', { '/miner/header': 200 }],
    ['a daemon whose wallet is locked', { '/miner/header': 400 }],
    ['a daemon without a miner', { '/gateway/blocklist': 400 }]
  ])('%s tells right from wrong', async (_, statuses) => {
    const signIn = createSignIn({ daemon: daemon(statuses), clock });
    expect(await signIn.signIn({ password: 'right' })).toEqual({ daemon: 'right', wallet: 'right' });
    expect(await signIn.signIn({ password: 'right\n' })).toMatchObject({ daemon: 'right' });
    await expect(signIn.signIn({ password: 'wrong' })).rejects.toMatchObject({ code: 'session/wrong-password' });
    await expect(signIn.signIn({ password: '' })).rejects.toMatchObject({ code: 'session/wrong-password' });
  });

  test('a daemon that is still loading cannot tell', async () => {
    const signIn = createSignIn({ daemon: daemon({ '/miner/header': 490, '/gateway/blocklist': 490 }), clock });
    await expect(signIn.signIn({ password: 'right' })).rejects.toMatchObject({ code: 'api/module-loading' });
  });

  test('the wallet server may have its own', async () => {
    const wallet: Upstream = async (request) =>
      request.headers.get('authorization') === `Basic ${btoa(':other')}` ? Response.json([]) : unauthorized();
    const signIn = createSignIn({ daemon: daemon({ '/miner/header': 200 }), wallet, clock });
    expect(await signIn.signIn({ password: 'right', walletPassword: 'other' })).toEqual({
      daemon: 'right',
      wallet: 'other'
    });
    await expect(signIn.signIn({ password: 'right' })).rejects.toThrow('wallet server');
  });

  describe('a signing server elsewhere', () => {
    const signing: Upstream = async (request) =>
      request.headers.get('authorization') === `Basic ${btoa(':key')}` ? Response.json({ seeds: [] }) : unauthorized();
    const withSigning = () => createSignIn({ daemon: daemon({ '/miner/header': 200 }), signing, clock });

    test('may have its own password', async () => {
      const credentials = await withSigning().signIn({ password: 'right', signingPassword: 'key\n' });
      expect(credentials).toEqual({ daemon: 'right', wallet: 'right', signing: 'key' });
      await expect(withSigning().signIn({ password: 'right', signingPassword: 'wrong' })).rejects.toThrow(
        'signing server'
      );
    });

    test('keeps nobody out who does not ask for it, not even when it is down', async () => {
      expect(await withSigning().signIn({ password: 'right' })).toEqual({ daemon: 'right', wallet: 'right' });
      const down: Upstream = async () => Promise.reject(new Error('connection refused'));
      const signIn = createSignIn({ daemon: daemon({ '/miner/header': 200 }), signing: down, clock });
      expect(await signIn.signIn({ password: 'right' })).toEqual({ daemon: 'right', wallet: 'right' });
    });

    test('is not part of the embedded node’s link', async () => {
      const link = createOneTimeToken();
      const signIn = createSignIn({ daemon: daemon({}), signing, embedded: { password: 'right', link }, clock });
      expect(await signIn.signIn({ token: link.text })).toEqual({ daemon: 'right', wallet: 'right' });
    });
  });

  test('ten failures close the door for a minute', async () => {
    let nowMs = 0;
    const signIn = createSignIn({ daemon: daemon({ '/miner/header': 200 }), clock: () => nowMs });
    for (let i = 0; i < 10; i++) {
      await expect(signIn.signIn({ password: 'wrong' })).rejects.toMatchObject({ code: 'session/wrong-password' });
    }
    await expect(signIn.signIn({ password: 'right' })).rejects.toMatchObject({ code: 'session/too-many-attempts' });
    nowMs = 60_000;
    expect(await signIn.signIn({ password: 'right' })).toMatchObject({ daemon: 'right' });
  });
});

describe('with a link', () => {
  test('the embedded node lets one browser in, once', async () => {
    const link = createOneTimeToken();
    const signIn = createSignIn({ daemon: daemon({}), embedded: { password: 'right', link }, clock });
    await expect(signIn.signIn({ token: 'guess' })).rejects.toMatchObject({ code: 'session/used-link' });
    expect(await signIn.signIn({ token: link.text })).toEqual({ daemon: 'right', wallet: 'right', signing: 'right' });
    await expect(signIn.signIn({ token: link.text })).rejects.toMatchObject({ code: 'session/used-link' });
  });

  test('servers elsewhere know no links', async () => {
    const signIn = createSignIn({ daemon: daemon({ '/miner/header': 200 }), clock });
    await expect(signIn.signIn({ token: 'any' })).rejects.toMatchObject({ code: 'session/used-link' });
  });
});
