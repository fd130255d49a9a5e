import { EventEmitter, once } from 'node:events';
import { createServer, Socket, type AddressInfo, type Server } from 'node:net';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ByteStream } from '$lib/peers/byteStream';
import { dial, tcpStream } from '$lib/server/node/peers/tcpStream';
import type { TokenBucket } from '$lib/server/node/peers/tokenBucket';
import { settle } from '../../../../support/manualClock';

const bytes = (text: string) => Buffer.from(text);
const text = (chunk: Uint8Array | undefined) => chunk && Buffer.from(chunk).toString();

/** A socket whose events a test sends. */
class ScriptedSocket extends EventEmitter {
  isPaused = false;
  isDestroyed = false;
  readonly written: string[] = [];
  writeError: Error | undefined;

  pause(): void {
    this.isPaused = true;
  }
  resume(): void {
    this.isPaused = false;
  }
  setNoDelay(): void {}
  setKeepAlive(): void {}
  write(chunk: Uint8Array, done: (error?: Error) => void): void {
    this.written.push(text(chunk)!);
    done(this.writeError);
  }
  destroy(): void {
    this.isDestroyed = true;
  }
}

describe('the stream of a socket', () => {
  let socket: ScriptedSocket;
  let stream: ByteStream;
  const counters = [0, 1].map(() => ({ received: 0, sent: 0 }));
  const openStream = (download?: Pick<TokenBucket, 'take'>) => {
    socket = new ScriptedSocket();
    stream = tcpStream(socket as unknown as Socket, { counters, download: download as TokenBucket });
  };
  beforeEach(() => {
    for (const traffic of counters) Object.assign(traffic, { received: 0, sent: 0 });
    openStream();
  });
  const broken = (message: string) => expect.objectContaining({ code: 'peers/closed', message }) as unknown;

  test('receives nothing until it is read, and nothing more until it is read again', async () => {
    expect(socket.isPaused).toBe(true);
    const first = stream.read();
    expect(socket.isPaused).toBe(false);
    socket.emit('data', bytes('one'));
    expect(socket.isPaused).toBe(true);
    expect(text(await first)).toBe('one');
    const second = stream.read();
    expect(socket.isPaused).toBe(false);
    socket.emit('data', bytes('two'));
    expect(text(await second)).toBe('two');
  });

  test('has chunks that arrived before they were read, in order, before its end', async () => {
    for (const chunk of ['one', 'two']) socket.emit('data', bytes(chunk));
    socket.emit('end');
    socket.emit('close');
    const read = [await stream.read(), await stream.read(), await stream.read(), await stream.read()];
    expect(read.map(text)).toEqual(['one', 'two', undefined, undefined]);
  });

  test('has them before the failure, too, which is the first one', async () => {
    socket.emit('data', bytes('one'));
    socket.emit('error', new Error('reset'));
    socket.emit('close');
    expect(text(await stream.read())).toBe('one');
    for (let i = 0; i < 2; i++) await expect(stream.read()).rejects.toThrow(broken('the connection broke: reset'));
    await expect(stream.write(bytes('late'))).rejects.toThrow(broken('the connection broke: reset'));
    expect(socket.written).toEqual([]);
  });

  test.each<[string, (socket: ScriptedSocket) => void, string | undefined]>([
    ['its end', (open) => open.emit('end'), undefined],
    ['a failure', (open) => open.emit('error', new Error('reset')), 'the connection broke: reset'],
    ['a connection closed by the system', (open) => open.emit('close'), 'the connection was closed']
  ])('wakes a pending read at %s', async (_, happen, message) => {
    const pending = stream.read();
    happen(socket);
    if (message === undefined) expect(await pending).toBeUndefined();
    else await expect(pending).rejects.toThrow(broken(message));
  });

  test('reports what comes after a chunk that the limit delays only after that', async () => {
    const passed = Promise.withResolvers<void>();
    openStream({ take: () => passed.promise });
    const pending = stream.read();
    socket.emit('data', bytes('slow'));
    for (const event of ['end', 'close']) socket.emit(event);
    await settle();
    passed.resolve();
    expect(text(await pending)).toBe('slow');
    expect(await stream.read()).toBeUndefined();
  });

  test('counts received and sent bytes in every counter', async () => {
    socket.emit('data', bytes('seven b'));
    await stream.write(bytes('four'));
    expect(counters).toEqual([0, 1].map(() => ({ received: 7, sent: 4 })));
    expect(socket.written).toEqual(['four']);
  });

  test('reports a failed write', async () => {
    socket.writeError = new Error('EPIPE');
    await expect(stream.write(bytes('one'))).rejects.toThrow(broken('the connection broke'));
  });

  test('that is closed ends the connection, its pending read and later writes', async () => {
    const pending = stream.read();
    stream.close();
    expect(socket.isDestroyed).toBe(true);
    await expect(pending).rejects.toThrow(broken('the connection was closed'));
    await expect(stream.write(bytes('late'))).rejects.toThrow(broken('the connection was closed'));
  });
});

describe('dialing', () => {
  let server: Server;
  let port: string;
  beforeEach(async () => {
    server = createServer((socket) => socket.on('error', () => undefined).resume());
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    port = String((server.address() as AddressInfo).port);
  });
  afterEach(() => void server.close());
  const unreachable = (reason: RegExp) =>
    expect.objectContaining({ code: 'peers/unreachable', message: expect.stringMatching(reason) as string }) as unknown;

  test('is not undone by a later stop, which is for dials in progress', async () => {
    const stop = new AbortController();
    const socket = await dial({ host: '127.0.0.1', port }, stop.signal);
    stop.abort();
    expect(socket.destroyed).toBe(false);
    expect([socket.listenerCount('error'), socket.timeout]).toEqual([0, 0]);
    socket.destroy();
  });

  test('that is stopped fails at once', async () => {
    const stop = new AbortController();
    const dialing = dial({ host: '127.0.0.1', port }, stop.signal);
    stop.abort();
    await expect(dialing).rejects.toThrow(unreachable(/: stopped$/));
  });

  test('that gets no answer for ten seconds fails', async () => {
    const timeout = vi.spyOn(Socket.prototype, 'setTimeout');
    const dialing = dial({ host: '127.0.0.1', port }, new AbortController().signal);
    expect(timeout.mock.calls).toEqual([[10_000]]);
    const [socket] = timeout.mock.contexts as Socket[];
    socket!.emit('timeout');
    await expect(dialing).rejects.toThrow(unreachable(/: no answer$/));
    expect(socket!.destroyed).toBe(true);
    timeout.mockRestore();
  });

  test('a port at which nobody listens fails with the reason', async () => {
    const { signal } = new AbortController();
    server.close();
    await once(server, 'close');
    await expect(dial({ host: '127.0.0.1', port }, signal)).rejects.toThrow(
      unreachable(/^cannot connect to .*REFUSED/)
    );
  });
});
