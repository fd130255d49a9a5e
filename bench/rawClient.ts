import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** Calls a server and reads complete responses. */
export interface RawClient {
  /** @returns status, and milliseconds from the request to the last byte of the response */
  call(method: string, path: string, body?: Buffer): Promise<{ readonly status: number; readonly ms: number }>;
}

const NO_BODY = [204, 304];
// In JSON responses, these line breaks occur only between chunks.
const LAST_CHUNK = Buffer.from('\r\n0\r\n\r\n');

/**
 * A single persistent connection, like a browser's, with handwritten HTTP: for short responses, Node's own client takes
 * longer than the servers and would make them all appear alike.
 * @param base without a trailing slash
 */
export function rawClient(base: string, headers: Readonly<Record<string, string>>): RawClient {
  const { host, hostname, port, pathname } = new URL(base);
  let socket: Socket | undefined;
  return {
    async call(method, path, body) {
      if (socket?.readyState !== 'open') {
        socket = connect(Number(port), hostname).setNoDelay();
        await once(socket, 'connect');
        // Pending calls are rejected when the connection closes.
        socket.on('error', () => undefined);
      }
      const length = body && { 'content-type': 'application/json', 'content-length': String(body.length) };
      const lines = Object.entries({ host, ...headers, ...length }).map(([name, value]) => `${name}: ${value}\r\n`);
      const head = Buffer.from(`${method} ${pathname}${path} HTTP/1.1\r\n${lines.join('')}\r\n`);
      const startedAtMs = performance.now();
      const answered = answerOf(socket);
      socket.write(body ? Buffer.concat([head, body]) : head);
      return { status: await answered, ms: performance.now() - startedAtMs };
    }
  };
}

/** Resolves to the status once the response is complete. */
function answerOf(socket: Socket): Promise<number> {
  let head = Buffer.alloc(0);
  let status: number | undefined;
  /** Remaining bytes, if the response states its length. */
  let left: number | undefined;
  let tail = Buffer.alloc(0);
  return new Promise((resolve, reject) => {
    const end = (settle: () => void) => {
      socket.off('data', onData);
      socket.off('close', onClose);
      settle();
    };
    const onClose = () => end(() => reject(new Error('the server closed the connection')));
    const onData = (bytes: Buffer) => {
      let body = bytes;
      if (status === undefined) {
        head = Buffer.concat([head, bytes]);
        const at = head.indexOf('\r\n\r\n');
        if (at < 0) return;
        const text = head.subarray(0, at).toString('latin1');
        status = Number(text.split(' ', 2)[1]);
        const length = /^content-length: *(\d+)/im.exec(text)?.[1];
        left = NO_BODY.includes(status) ? 0 : length === undefined ? undefined : Number(length);
        // Keeps the second half of the line break that precedes the chunks.
        body = head.subarray(left === undefined ? at + 2 : at + 4);
      }
      const seen = status;
      if (left === undefined) {
        tail = Buffer.concat([tail, body]).subarray(-LAST_CHUNK.length);
        if (tail.equals(LAST_CHUNK)) end(() => resolve(seen));
      } else {
        left -= body.length;
        if (left <= 0) end(() => resolve(seen));
      }
    };
    socket.on('data', onData);
    socket.on('close', onClose);
  });
}
