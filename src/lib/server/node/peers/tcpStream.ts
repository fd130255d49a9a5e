import { connect, type Socket } from 'node:net';
import { PeerError } from '$lib/peers/errors';
import type { ByteStream } from '$lib/peers/byteStream';
import type { NetAddress } from '$lib/peers/address';
import type { TokenBucket } from './tokenBucket';

const CONNECT_MS = 10_000;
/** Idle time before the system probes the connection, which detects a sleeping computer or a cut line. */
const KEEPALIVE_MS = 60_000;

/** Bytes of a socket, counted for the node's own statistics. */
export interface Traffic {
  received: number;
  sent: number;
}

/** Counters and rate limits of a socket's bytes. */
export interface Metering {
  readonly counters: readonly Traffic[];
  readonly download?: TokenBucket;
  readonly upload?: TokenBucket;
}

/**
 * A TCP connection as a byte stream. The socket is paused while no read is pending, so that TCP slows down a peer that
 * sends faster than its data is read, or than the download limit allows.
 */
export function tcpStream(socket: Socket, { counters, download, upload }: Metering): ByteStream {
  const chunks: Uint8Array[] = [];
  let waiting: { resolve: (chunk: Uint8Array | undefined) => void; reject: (error: unknown) => void } | undefined;
  let isEnded = false;
  let failure: PeerError | undefined;
  /** Resolves when a chunk delayed by the limit has arrived; later events are handled after it. */
  let arriving: Promise<void> | undefined;

  const settle = (): void => {
    if (waiting === undefined) return;
    const chunk = chunks.shift();
    const { resolve, reject } = waiting;
    if (chunk === undefined && !isEnded && failure === undefined) {
      socket.resume();
      return;
    }
    waiting = undefined;
    if (chunk !== undefined || isEnded) resolve(chunk);
    else reject(failure);
  };
  const fail = (message: string, cause?: unknown): void => {
    failure ??= new PeerError('peers/closed', message, { cause });
    settle();
  };

  socket.pause();
  socket.setNoDelay(true);
  socket.setKeepAlive(true, KEEPALIVE_MS);
  socket.on('data', (chunk: Buffer) => {
    for (const traffic of counters) traffic.received += chunk.length;
    socket.pause();
    const arrive = (): void => {
      chunks.push(chunk);
      settle();
    };
    const turn = download?.take(chunk.length);
    if (turn === undefined) arrive();
    else arriving = turn.then(arrive);
  });
  const onceArrived = (then: () => void): void => void (arriving === undefined ? then() : arriving.then(then));
  socket.on('end', () =>
    onceArrived(() => {
      isEnded = true;
      settle();
    })
  );
  socket.on('error', (error) => onceArrived(() => fail(`the connection broke: ${error.message}`, error)));
  socket.on('close', () => onceArrived(() => fail('the connection was closed')));

  return {
    read: () =>
      new Promise((resolve, reject) => {
        waiting = { resolve, reject };
        settle();
      }),
    write: async (bytes) => {
      await upload?.take(bytes.length);
      return new Promise((resolve, reject) => {
        if (failure !== undefined) return reject(failure);
        for (const traffic of counters) traffic.sent += bytes.length;
        socket.write(bytes, (error) => {
          if (error) reject(failure ?? new PeerError('peers/closed', 'the connection broke', { cause: error }));
          else resolve();
        });
      });
    },
    close: () => {
      fail('the connection was closed');
      socket.destroy();
    }
  };
}

/**
 * Opens a connection.
 * @throws {PeerError} `peers/unreachable`
 */
export function dial({ host, port }: NetAddress, signal: AbortSignal): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port: Number(port), timeout: CONNECT_MS });
    const giveUp = (reason: string, cause?: unknown): void => {
      signal.removeEventListener('abort', abort);
      socket.destroy();
      reject(new PeerError('peers/unreachable', `cannot connect to ${host}:${port}: ${reason}`, { cause }));
    };
    const abort = (): void => giveUp('stopped');
    signal.addEventListener('abort', abort);
    socket.once('timeout', () => giveUp('no answer'));
    const onError = (error: Error): void => giveUp(error.message, error);
    socket.once('error', onError);
    socket.once('connect', () => {
      signal.removeEventListener('abort', abort);
      socket.setTimeout(0);
      socket.off('error', onError);
      resolve(socket);
    });
  });
}
