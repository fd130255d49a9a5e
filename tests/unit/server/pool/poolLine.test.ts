import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { MAX_LINE_CHARACTERS } from '$lib/mining/stratum/messages';
import { connectPool, type PoolEnd } from '$lib/server/pool/poolLine';

let server: Server;
let port: number;
const accepted: Socket[] = [];

beforeEach(async () => {
  server = createServer((socket) => accepted.push(socket.on('error', () => undefined)));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  ({ port } = server.address() as AddressInfo);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
  for (const socket of accepted.splice(0)) socket.destroy();
  server.close();
});

/** A connection with the lines it received, and its end. */
function open(scheme: string, host = '127.0.0.1') {
  const lines: string[] = [];
  const ended = Promise.withResolvers<PoolEnd>();
  const line = connectPool(`${scheme}://${host}:${port}`, undefined, {
    line: (text) => void lines.push(text),
    drained: () => undefined,
    closed: ended.resolve
  });
  return { line, lines, ended: ended.promise };
}

test('an unreachable pool leaves nothing behind', async () => {
  server.close();
  await once(server, 'close');
  expect(await open('stratum+tcp').ended).toMatchObject({ kind: 'away', why: 'connection-refused' });
  expect(vi.getTimerCount()).toBe(0);
});

test('a pool that never finishes its handshake is dropped', async () => {
  const connected = once(server, 'connection');
  const { ended } = open('stratum+ssl');
  await connected;
  vi.advanceTimersByTime(60_000);
  expect(await ended).toMatchObject({ kind: 'away', why: 'timeout' });
});

// Servers may reject a handshake with an address as server name (RFC 6066, section 3).
test.each([
  ['localhost', true],
  ['127.0.0.1', false]
])('the handshake with %s names it: %s', async (host, isNamed) => {
  const connected = once(server, 'connection') as Promise<[Socket]>;
  const { line } = open('stratum+ssl', host);
  const [hello] = (await once((await connected)[0], 'data')) as [Buffer];
  expect(hello.includes(host)).toBe(isNamed);
  line.close();
});

test('closing ends the connection to the pool', async () => {
  const connected = once(server, 'connection') as Promise<[Socket]>;
  const { line, ended } = open('stratum+tcp');
  const [pool] = await connected;
  const left = once(pool.resume(), 'close');
  line.close();
  await left;
  expect(await ended).toMatchObject({ kind: 'away', why: 'closed' });
});

test('an established connection has no timeout; empty lines are ignored', async () => {
  const connected = once(server, 'connection') as Promise<[Socket]>;
  const { line, lines, ended } = open('stratum+tcp');
  const [pool] = await connected;
  const received = once(pool, 'data') as Promise<[Buffer]>;
  line.write('{"id":1}');
  expect((await received)[0].toString()).toBe('{"id":1}\n');
  expect(vi.getTimerCount()).toBe(0);
  pool.end('{"id":\n \n\n 1 \r\nrest');
  expect(await ended).toMatchObject({ kind: 'away', why: 'closed' });
  expect(lines).toEqual(['{"id":', '1']);
});

test('a paused connection delivers its lines once it is resumed', async () => {
  const connected = once(server, 'connection') as Promise<[Socket]>;
  const { line, lines, ended } = open('stratum+tcp');
  const [pool] = await connected;
  line.pause();
  pool.end('one\ntwo\n');
  await once(pool, 'finish');
  expect(lines).toEqual([]);
  line.resume();
  await ended;
  expect(lines).toEqual(['one', 'two']);
});

const LONGEST = 'x'.repeat(MAX_LINE_CHARACTERS);
test.each<[string, readonly string[], string, number]>([
  ['of the greatest length is received', [LONGEST, '\n'], 'closed', 1],
  ['of the greatest length may lack its end', [LONGEST], 'closed', 0],
  ['that is longer ends the connection', [LONGEST, 'x\n'], 'line-too-long', 0],
  ['that is longer ends the connection before its end', [`${LONGEST}x`], 'line-too-long', 0]
])('a line %s', async (_, parts, why, count) => {
  const connected = once(server, 'connection') as Promise<[Socket]>;
  const { lines, ended } = open('stratum+tcp');
  const [pool] = await connected;
  for (const part of parts) await new Promise((sent) => pool.write(part, () => setImmediate(sent)));
  pool.end();
  expect(await ended).toMatchObject({ kind: 'away', why });
  expect(lines).toHaveLength(count);
});
