import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterAll, describe, expect, test } from 'vitest';
import { testService } from '$lib/server/connections/check/checkService';
import { addressCheckedFetch } from '$lib/server/http/addressCheckedFetch';

/** For servers that never finish; all others finish by themselves. */
const DEADLINE_MS = 400;
const AMPLE_MS = 60_000;

const servers: Server[] = [];
const sockets = new Set<Socket>();
afterAll(() => {
  for (const socket of sockets) socket.destroy();
  for (const server of servers) server.close();
});

/** A server that writes its responses to the raw socket. */
async function serve(answer: (socket: Socket) => void): Promise<string> {
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    socket.once('data', () => answer(socket));
  });
  servers.push(server.listen(0, '127.0.0.1'));
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Writes repeatedly until the connection ends. */
const repeat = (socket: Socket, text: string) => {
  const timer = setInterval(() => socket.write(text), 5);
  socket.on('close', () => clearInterval(timer));
};

const OK = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n';
const ANSWERS: readonly [string, string, (socket: Socket) => void][] = [
  ['another protocol (101)', 'wrong-service', (socket) => socket.write('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n')],
  ['another protocol with data', 'wrong-service', (socket) => { socket.write('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n'); repeat(socket, 'x'); }],
  ['nothing', 'timeout', () => undefined],
  ['a flood of 100 Continue', 'timeout', (socket) => repeat(socket, 'HTTP/1.1 100 Continue\r\n\r\n'.repeat(20))],
  ['a flood of 103 Early Hints', 'timeout', (socket) => repeat(socket, 'HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n')],
  ['a status line that never starts', 'wrong-service', (socket) => repeat(socket, ' ')],
  ['endless headers, slow', 'timeout', (socket) => { socket.write(OK); repeat(socket, 'x: y\r\n'); }],
  ['endless headers, fast', 'wrong-service', (socket) => { socket.write(OK); repeat(socket, `x: ${'y'.repeat(20_000)}\r\n`); }],
  ['a slow body', 'timeout', (socket) => { socket.write(`${OK}content-length: 1000000\r\n\r\n`); repeat(socket, ' '); }],
  ['a chunked body without a last chunk', 'timeout', (socket) => { socket.write(`${OK}transfer-encoding: chunked\r\n\r\n`); repeat(socket, '1\r\n \r\n'); }],
  ['a body until the connection closes, which it does not', 'timeout', (socket) => { socket.write(`${OK}\r\n`); repeat(socket, ' '); }],
  ['a slow compressed body', 'timeout', (socket) => { socket.write(`${OK}content-encoding: gzip\r\n\r\n`); socket.write(Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3])); }],
  ['a connection closed before the response', 'unreachable', (socket) => socket.end()],
  ['a connection closed within the headers', 'unreachable', (socket) => socket.end(OK)]
]; // prettier-ignore

describe.each(ANSWERS)('a server that responds with %s', (_, outcome, answer) => {
  test.each(['daemon', 'wallet'] as const)('is not a %s, and the test of it ends', async (service) => {
    const url = await serve(answer);
    const result = await testService(
      { service, url },
      () => undefined,
      undefined,
      outcome === 'timeout' ? DEADLINE_MS : AMPLE_MS
    );
    expect(result.outcome).toBe(outcome);
  });
});

test('a protocol upgrade ends the request', async () => {
  const url = await serve((socket) =>
    socket.write('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n')
  );
  const asked = addressCheckedFetch()(`${url}/`, { method: 'GET', headers: new Headers(), redirect: 'manual' });
  await expect(asked).rejects.toMatchObject({ message: 'fetch failed', cause: { code: 'HPE_UPGRADE' } });
});

test.each([
  { service: 'daemon', url: 'http://rig.example:1' },
  { service: 'pool', url: 'stratum+tcp://rig.example:1' }
] as const)('the test of a $service ends if its name never resolves', async (request) => {
  const result = await testService(
    request,
    () => undefined,
    () => new Promise(() => undefined),
    DEADLINE_MS
  );
  expect(result).toEqual({ outcome: 'timeout', warnings: [] });
});
