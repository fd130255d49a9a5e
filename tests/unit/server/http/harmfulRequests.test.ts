import { expect, test, vi } from 'vitest';
import { rejectHarmfulRequests } from '$lib/server/http/harmfulRequests';
import type { Upstream } from '$lib/server/http/upstream';
import { bodyText } from '../../../support/httpMessages';
import { readWhole } from '$lib/api/http/body';
import { fromRequest } from '$lib/server/http/fetchMessages';

function headerWith(nonce: bigint, length = 80): Uint8Array<ArrayBuffer> {
  const header = new Uint8Array(length);
  new DataView(header.buffer).setBigUint64(32, nonce, true);
  return header;
}

const DONE = { status: 204, headers: {}, body: [] };

function setUp() {
  const daemon = vi.fn<Upstream>(async () => DONE);
  const post = (path: string, body: BodyInit) =>
    rejectHarmfulRequests(daemon)(fromRequest(new Request(`http://upstream${path}`, { method: 'POST', body })));
  return { daemon, post };
}

test.each<[string, string, BodyInit]>([
  ['a header with a multiple of 1009', '/miner/header', headerWith(1009n * 12345678901n)],
  ['a header with nonce 0', '/miner/header', headerWith(0n)],
  ['a block', '/miner/block', headerWith(2018n, 117)],
  ['a block that ends with its nonce', '/miner/block', headerWith(2018n, 40)],
  ['a blocklist change', '/gateway/blocklist', '{"action":"set","addresses":[]}'],
  ['anything else', '/gateway', 'maxdownloadspeed=1']
])('%s passes unchanged', async (_, path, body) => {
  const { daemon, post } = setUp();
  expect((await post(path, body)).status).toBe(204);
  expect(await readWhole(daemon.mock.calls[0]![0].body!)).toEqual(await new Response(body).bytes());
});

test.each<[string, string, BodyInit, string]>([
  ['a header with another nonce', '/miner/header', headerWith(1010n), 'guard/nonce-factor'],
  ['a header with trailing bytes', '/miner/header', headerWith(0n, 81), 'guard/header-length'],
  ['a truncated header', '/miner/header', headerWith(0n, 79), 'guard/header-length'],
  ['a block with another nonce', '/miner/block', headerWith(1n, 117), 'guard/nonce-factor'],
  ['a truncated block', '/miner/block', new Uint8Array(39), 'guard/block-cut-short'],
  ['an unknown blocklist action', '/gateway/blocklist', '{"action":"bogus","addresses":[]}', 'codec/malformed'],
  ['a blocklist change that is not JSON', '/gateway/blocklist', '{', 'codec/malformed']
])('%s does not reach the daemon', async (_, path, body, code) => {
  const { daemon, post } = setUp();
  await expect(post(path, body)).rejects.toMatchObject({ code });
  expect(daemon).not.toHaveBeenCalled();
});

test.each(['{"action":"set","addresses":[],"Action":"bogus"}', '{"action":"bogus","addresses":[],"action":"set"}'])(
  'a blocklist change that a daemon would parse differently is sent as we parsed it: %s',
  async (body) => {
    const { daemon, post } = setUp();
    await post('/gateway/blocklist', body);
    expect(JSON.parse(await bodyText(daemon.mock.calls[0]![0]))).toEqual({ action: 'set', addresses: [] });
  }
);

test('checked requests keep their password and content type', async () => {
  const daemon = vi.fn<Upstream>(async () => DONE);
  const headers = { authorization: 'Basic x', 'content-type': 'application/json' };
  const body = '{"action":"set","addresses":[]}';
  const request = new Request('http://upstream/gateway/blocklist', { method: 'POST', headers, body });
  await rejectHarmfulRequests(daemon)(fromRequest(request));
  expect(daemon.mock.calls[0]![0].headers).toEqual(headers);
});

test('a GET of the same path passes without a body', async () => {
  const { daemon } = setUp();
  const { signal } = new AbortController();
  const request = { method: 'GET', path: '/miner/header', query: '', headers: {}, body: undefined, signal };
  await rejectHarmfulRequests(daemon)(request);
  expect(daemon.mock.calls).toEqual([[request]]);
});
