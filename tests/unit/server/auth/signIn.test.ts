import { describe, expect, test, vi } from 'vitest';
import { createOneTimeToken } from '$lib/server/auth/session';
import type { AppError } from '$lib/errors';
import { createSignIn } from '$lib/server/auth/signIn';
import type { Upstream } from '$lib/server/http/upstream';
import { upstreamOf } from '../../../support/httpMessages';

const unauthorized = () => Response.json({ message: 'API authentication failed.' }, { status: 401 });
const accepted = `Basic ${btoa(':right')}`;

/** A daemon's rejections of calls that passed the password check. */
const REJECTIONS: Readonly<Record<string, string>> = {
  '/miner/header': 'wallet must be unlocked before it can be used',
  '/gateway/blocklist': 'no addresses submitted to append or remove'
};

/** A daemon that checks the password, then responds to each path with a status. */
const daemon = (statuses: Record<string, number>): Upstream =>
  upstreamOf(async (request) => {
    const { pathname } = new URL(request.url);
    const status = statuses[pathname] ?? 491;
    if (status === 490 || status === 491) return Response.json({ message: 'm' }, { status });
    if (request.headers.get('authorization') !== accepted) return unauthorized();
    if (status === 200) return new Response(new Uint8Array(112));
    return Response.json({ message: REJECTIONS[pathname] }, { status });
  });

const clock = () => 0;
const HERE = '127.0.0.1';
/** The embedded node. */
const node = { upstream: daemon({ '/miner/header': 200 }), password: 'right' };

describe('with a password', () => {
  test.each<[string, Record<string, number>]>([
    ['a daemon that issues work', { '/miner/header': 200 }],
    ['a daemon whose wallet is locked', { '/miner/header': 400 }],
    ['a daemon without a miner', { '/gateway/blocklist': 400 }]
  ])('%s distinguishes a correct password from a wrong one', async (_, statuses) => {
    const signIn = createSignIn({ elsewhere: { daemon: daemon(statuses) }, clock });
    expect(await signIn.signIn({ password: 'right' }, HERE)).toEqual({ daemon: 'right' });
    for (const end of ['\n', '\r\n']) {
      expect(await signIn.signIn({ password: `right${end}` }, HERE)).toMatchObject({ daemon: 'right' });
    }
    await expect(signIn.signIn({ password: 'wrong' }, HERE)).rejects.toMatchObject({ code: 'session/wrong-password' });
    await expect(signIn.signIn({ password: '' }, HERE)).rejects.toMatchObject({ code: 'session/wrong-password' });
  });

  test.each<[string, () => Response, string]>([
    [
      'a daemon that refuses the User-Agent',
      () => Response.json({ message: 'Browser access disabled due to security vulnerability.' }, { status: 400 }),
      'session/agent-refused'
    ],
    ['any server that responds to everything', () => new Response('<!doctype html>'), 'api/decode'],
    ['a server that rejects every request', () => new Response('Bad Request', { status: 400 }), 'api/bad-request'],
    ['a proxy that limits requests', () => new Response('Too Many Requests', { status: 429 }), 'api/bad-request']
  ])('%s accepts no password', async (_, answer, code) => {
    const signIn = createSignIn({ elsewhere: { daemon: upstreamOf(async () => answer()) }, clock });
    await expect(signIn.signIn({ password: 'any' }, HERE)).rejects.toMatchObject({ code });
  });

  test.each<[string, () => Response, string]>([
    ['a proxy that limits requests', () => new Response('Too Many Requests', { status: 429 }), 'api/bad-request'],
    ['a program that responds with other JSON', () => Response.json({ status: 'ok' }), 'api/decode']
  ])('%s in place of a wallet server accepts no password', async (_, answer, code) => {
    const signIn = createSignIn({ elsewhere: { wallet: upstreamOf(async () => answer()) }, clock });
    await expect(signIn.signIn({ password: 'any' }, HERE)).rejects.toMatchObject({ code });
  });

  test('a daemon that is still loading is an error, not a wrong password', async () => {
    const signIn = createSignIn({
      elsewhere: { daemon: daemon({ '/miner/header': 490, '/gateway/blocklist': 490 }) },
      clock
    });
    await expect(signIn.signIn({ password: 'right' }, HERE)).rejects.toMatchObject({ code: 'api/module-loading' });
  });

  test('the wallet server may have a different password', async () => {
    const wallet = upstreamOf(async (request) =>
      request.headers.get('authorization') === `Basic ${btoa(':other')}` ? Response.json([]) : unauthorized()
    );
    const signIn = createSignIn({ elsewhere: { daemon: daemon({ '/miner/header': 200 }), wallet }, clock });
    expect(await signIn.signIn({ password: 'right', passwords: { wallet: 'other' } }, HERE)).toEqual({
      daemon: 'right',
      wallet: 'other'
    });
    await expect(signIn.signIn({ password: 'right' }, HERE)).rejects.toMatchObject({ data: { service: 'wallet' } });
  });

  describe('a remote signing server', () => {
    const signing = upstreamOf(async (request) =>
      request.headers.get('authorization') === `Basic ${btoa(':key')}` ? Response.json({ seeds: [] }) : unauthorized()
    );
    const withSigning = () => createSignIn({ elsewhere: { daemon: daemon({ '/miner/header': 200 }), signing }, clock });

    test('may have its own password', async () => {
      const credentials = await withSigning().signIn({ password: 'right', passwords: { signing: 'key\n' } }, HERE);
      expect(credentials).toEqual({ daemon: 'right', signing: 'key' });
      const wrong = { password: 'right', passwords: { signing: 'wrong' } };
      await expect(withSigning().signIn(wrong, HERE)).rejects.toMatchObject({ data: { service: 'signing' } });
    });

    test('does not prevent sign-in unless requested, even when it is down', async () => {
      expect(await withSigning().signIn({ password: 'right' }, HERE)).toEqual({ daemon: 'right' });
      const down: Upstream = async () => Promise.reject(new Error('connection refused'));
      const signIn = createSignIn({ elsewhere: { daemon: daemon({ '/miner/header': 200 }), signing: down }, clock });
      expect(await signIn.signIn({ password: 'right' }, HERE)).toEqual({ daemon: 'right' });
      const asked = { password: 'right', passwords: { signing: 'key' } };
      await expect(signIn.signIn(asked, HERE)).rejects.toMatchObject({ code: 'api/unreachable' });
    });

    test('is not part of the embedded node’s link', async () => {
      const link = createOneTimeToken();
      const signIn = createSignIn({ elsewhere: { signing }, embedded: { ...node, link }, clock });
      expect(await signIn.signIn({ token: link.text }, HERE)).toEqual({
        daemon: 'right',
        wallet: 'right',
        mining: 'right'
      });
    });
  });

  describe('a remote mining server', () => {
    /** @param status of its response after the password check */
    const mining = (password: string, status = 200): Upstream =>
      upstreamOf(async (request) =>
        request.headers.get('authorization') === `Basic ${btoa(`:${password}`)}`
          ? new Response(status === 200 ? '{}' : 'no template yet', { status })
          : new Response('unauthorized\n', { status: 401 })
      );
    const withMining = (server: Upstream) =>
      createSignIn({ elsewhere: { daemon: daemon({ '/miner/header': 200 }), mining: server }, clock });

    test('with a long template has verified the password, without decoding the template', async () => {
      const answering = (answer: string) =>
        upstreamOf(async () => new Response(answer, { headers: { 'content-type': 'application/json' } }));
      const long = (field: string) => `{"transactions":[${'{"data":"not hex"},'.repeat(100_000)}null],"${field}":""}`;
      const signIn = (answer: string) => withMining(answering(answer)).signIn({ password: 'right' }, HERE);
      const parsing = vi.spyOn(JSON, 'parse');
      expect(await signIn(long('longpollid'))).toEqual({ daemon: 'right', mining: 'right' });
      expect(await signIn(long('other'))).toEqual({ daemon: 'right' });
      expect(Math.max(...parsing.mock.calls.map(([text]) => text.length))).toBeLessThan(1_000);
      parsing.mockRestore();
    });

    test('gets the first password, or its own if given', async () => {
      const same = await withMining(mining('right')).signIn({ password: 'right' }, HERE);
      expect(same).toEqual({ daemon: 'right', mining: 'right' });
      const request = { password: 'right', passwords: { mining: 'other\n' } };
      expect(await withMining(mining('other')).signIn(request, HERE)).toEqual({ daemon: 'right', mining: 'other' });
      await expect(withMining(mining('third')).signIn(request, HERE)).rejects.toMatchObject({
        data: { service: 'mining' }
      });
    });

    test('does not prevent sign-in unless requested', async () => {
      expect(await withMining(mining('other')).signIn({ password: 'right' }, HERE)).toEqual({ daemon: 'right' });
    });

    test('has verified the password even without a template', async () => {
      const credentials = await withMining(mining('right', 500)).signIn({ password: 'right' }, HERE);
      expect(credentials).toEqual({ daemon: 'right', mining: 'right' });
    });

    test('beside the embedded node, gets the node’s password only after the node accepted it', async () => {
      const link = createOneTimeToken();
      const signIn = createSignIn({ elsewhere: { mining: mining('other') }, embedded: { ...node, link }, clock });
      expect(await signIn.signIn({ password: 'right' }, HERE)).not.toHaveProperty('mining');
      expect(await signIn.signIn({ token: link.text }, HERE)).not.toHaveProperty('mining');
    });
  });

  describe('ten wrong passwords within a minute', () => {
    let nowMs = 0;
    const slowly: Upstream = async (request) => {
      await new Promise((resolve) => setTimeout(resolve, 1));
      return daemon({ '/miner/header': 200 })(request);
    };
    const signIn = createSignIn({ elsewhere: { daemon: slowly }, clock: () => nowMs });
    const codes = async (count: number, password: string, from: string) => {
      const tries = Array.from({ length: count }, () => signIn.signIn({ password }, from));
      const results = await Promise.allSettled(tries);
      return results.map((result) => (result.status === 'fulfilled' ? 'in' : (result.reason as AppError).code));
    };

    test('lock out their sender, including parallel requests', async () => {
      expect(await codes(30, 'wrong', HERE)).toEqual([
        ...Array<string>(10).fill('session/wrong-password'),
        ...Array<string>(20).fill('session/too-many-attempts')
      ]);
      expect(await codes(1, 'right', HERE)).toEqual(['session/too-many-attempts']);
    });
    test('do not lock out a device that has signed in before', async () => {
      expect(await signIn.signIn({ password: 'right' }, HERE, 'device')).toEqual({ daemon: 'right' });
    });
    test('do not lock out others', async () => expect(await codes(1, 'right', '10.0.0.7')).toEqual(['in']));
    test('are forgotten after that minute', async () => {
      nowMs = 60_000;
      expect(await codes(1, 'right', HERE)).toEqual(['in']);
    });
    test('are not counted if the password was correct', async () => {
      for (let i = 0; i < 12; i++) expect(await codes(1, 'right', HERE)).toEqual(['in']);
    });
  });

  test('an unreachable node is not a wrong password', async () => {
    const loading = daemon({ '/miner/header': 490, '/gateway/blocklist': 490 });
    const signIn = createSignIn({ elsewhere: { daemon: loading }, clock });
    for (let i = 0; i < 12; i++) {
      await expect(signIn.signIn({ password: 'right' }, HERE)).rejects.toMatchObject({ code: 'api/module-loading' });
    }
  });
});

describe('with a link', () => {
  test('the embedded node accepts it once', async () => {
    const link = createOneTimeToken();
    const signIn = createSignIn({ elsewhere: {}, embedded: { ...node, link }, clock });
    await expect(signIn.signIn({ token: 'guess' }, HERE)).rejects.toMatchObject({ code: 'session/used-link' });
    expect(await signIn.signIn({ token: link.text }, HERE)).toEqual({
      daemon: 'right',
      wallet: 'right',
      signing: 'right',
      mining: 'right'
    });
    await expect(signIn.signIn({ token: link.text }, HERE)).rejects.toMatchObject({ code: 'session/used-link' });
  });

  test('failed attempts do not lock out the owner of the link', async () => {
    const link = createOneTimeToken();
    const signIn = createSignIn({ elsewhere: {}, embedded: { ...node, link }, clock });
    for (let i = 0; i < 12; i++) {
      await expect(signIn.signIn({ token: 'guess' }, HERE)).rejects.toMatchObject({ code: 'session/used-link' });
      await expect(signIn.signIn({ password: 'wrong' }, HERE)).rejects.toThrow();
    }
    expect(await signIn.signIn({ token: link.text }, HERE)).toMatchObject({ daemon: 'right' });
  });

  test('remote servers do not accept links', async () => {
    const signIn = createSignIn({ elsewhere: { daemon: daemon({ '/miner/header': 200 }) }, clock });
    await expect(signIn.signIn({ token: 'any' }, HERE)).rejects.toMatchObject({ code: 'session/used-link' });
  });
});
