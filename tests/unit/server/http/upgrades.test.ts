import { Duplex } from 'node:stream';
import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { bareAnswer } from '$lib/server/http/securityHeaders';
import { createRawConnections, type Upgrade } from '$lib/server/http/upgrades';

/** A connection, and what was written to it. */
function connection() {
  const written: string[] = [];
  const socket = new Duplex({
    read() {},
    write(chunk: Buffer, _, done) {
      written.push(chunk.toString());
      done();
    }
  });
  return { socket, written };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));
const request = {} as IncomingMessage;
const nobody: Upgrade = () => false;
const plain = () => false;

test('an upgrade without a handler is rejected, and the connection ends', async () => {
  for (const isOverTls of [true, false]) {
    const { socket, written } = connection();
    createRawConnections(nobody, () => isOverTls).upgrade(request, socket, Buffer.alloc(0));
    await settle();
    expect([written, socket.destroyed]).toEqual([[bareAnswer('404 Not Found', isOverTls)], true]);
  }
});

test('an accepted upgrade gets no response, a rejected one gets exactly one', async () => {
  for (const [refusal, expected] of [
    [undefined, []],
    ['403 Forbidden', [bareAnswer('403 Forbidden')]]
  ] as const) {
    const { socket, written } = connection();
    const take: Upgrade = (_request, _socket, _head, refuse) => {
      if (refusal) refuse(refusal);
      return true;
    };
    createRawConnections(take, plain).upgrade(request, socket, Buffer.alloc(0));
    await settle();
    expect([written, socket.destroyed]).toEqual([expected, refusal !== undefined]);
  }
});

test.each([
  ['HPE_CHUNK_EXTENSIONS_OVERFLOW', '413 Payload Too Large'],
  ['ERR_HTTP_REQUEST_TIMEOUT', '408 Request Timeout'],
  ['HPE_INVALID_METHOD', '400 Bad Request'],
  [undefined, '400 Bad Request']
])('a malformed request, %s, gets the response %s', async (code, status) => {
  const { socket, written } = connection();
  createRawConnections(nobody, plain).malformed(Object.assign(new Error('bad'), code && { code }), socket);
  await settle();
  expect([written, socket.destroyed]).toEqual([[bareAnswer(status)], true]);
});

test('a request with too many cookies gets a response that says what to do, in both languages', async () => {
  const { socket, written } = connection();
  createRawConnections(nobody, plain).malformed(
    Object.assign(new Error('bad'), { code: 'HPE_HEADER_OVERFLOW' }),
    socket
  );
  await settle();
  const [head = '', text = ''] = written.join('').split(/\r\n\r\n/);
  expect(head).toMatch(/^HTTP\/1\.1 431 Request Header Fields Too Large\r\n/);
  expect(head).toContain('content-type: text/plain; charset=utf-8');
  expect(head).toContain(`content-length: ${Buffer.byteLength(text)}`);
  expect(text).toMatch(/^Your browser .*Delete the cookies.*\n\nIhr Browser .*Löschen Sie die Cookies.*\n$/);
  expect(socket.destroyed).toBe(true);
});

test('a connection that was reset or has ended gets no response', async () => {
  const [reset, ended] = [connection(), connection()];
  createRawConnections(nobody, plain).malformed(
    Object.assign(new Error('reset'), { code: 'ECONNRESET' }),
    reset.socket
  );
  ended.socket.end();
  await settle();
  createRawConnections(nobody, plain).malformed(new Error('bad'), ended.socket);
  await settle();
  for (const { socket, written } of [reset, ended]) expect([written, socket.destroyed]).toEqual([[], true]);
});

test('an error on an upgraded connection ends it, and nothing else', async () => {
  for (const open of ['upgrade', 'malformed'] as const) {
    const { socket } = connection();
    const raw = createRawConnections(() => true, plain);
    if (open === 'upgrade') raw.upgrade(request, socket, Buffer.alloc(0));
    else raw.malformed(new Error('bad'), socket);
    socket.emit('error', new Error('broken'));
    expect(socket.destroyed).toBe(true);
  }
});

test('a response without a body has every security header', () => {
  const [status, ...lines] = bareAnswer('404 Not Found', true).split('\r\n');
  const headers = Object.fromEntries(
    lines
      .filter((line) => line !== '')
      .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)])
  );
  const { 'permissions-policy': features, 'content-security-policy': policy, ...others } = headers;
  expect(status).toBe('HTTP/1.1 404 Not Found');
  expect(others).toEqual({
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-embedder-policy': 'require-corp',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'strict-transport-security': 'max-age=15552000',
    connection: 'close',
    'content-length': '0'
  });
  expect(policy!.split('; ')).toEqual([
    "default-src 'none'",
    "script-src 'self' 'wasm-unsafe-eval'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'"
  ]);
  const granted = features!.split(', ').filter((feature) => feature.endsWith('=(self)'));
  expect(granted.map((feature) => feature.split('=')[0]).sort()).toEqual([
    'camera',
    'clipboard-write',
    'hid',
    'idle-detection',
    'publickey-credentials-create',
    'publickey-credentials-get',
    'web-share'
  ]);
  for (const feature of [
    'geolocation=()',
    'keyboard-map=()',
    'screen-wake-lock=()',
    'usb=()',
    'xr-spatial-tracking=()'
  ])
    expect(features).toContain(feature);
  expect(bareAnswer('404 Not Found')).not.toContain('strict-transport-security');
});
