import { connect as connectTcp, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { MAX_LINE_CHARACTERS } from '$lib/mining/stratum/messages';

/** What a connection to a pool tells. */
export interface PoolListener {
  /** A line without its newline. */
  line(text: string): void;
  /** What was written has left; there is room again. */
  drained(): void;
  /** It is over. @param reason why, in words for people; none of our address or the pool's */
  closed(reason: string): void;
}

/** A connection to a pool, in lines. */
export interface PoolLine {
  /** @returns false when it is better to wait for `drained` before more */
  write(line: string): boolean;
  /** Stops and goes on reading. */
  pause(): void;
  resume(): void;
  close(): void;
}

const CONNECT_MS = 10_000;
const KEEP_ALIVE_MS = 30_000;
const ENCRYPTED = ['stratum+ssl:', 'stratum+tls:'];

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nobody listens there',
  ENOTFOUND: 'its name is not known',
  EAI_AGAIN: 'its name cannot be looked up now',
  EHOSTUNREACH: 'there is no way to it',
  ENETUNREACH: 'there is no way to it',
  ETIMEDOUT: 'it does not answer',
  ECONNRESET: 'it broke the connection off'
};

const reasonOf = ({ code = '', message }: NodeJS.ErrnoException): string => {
  if (REASONS[code]) return REASONS[code];
  return /CERT|SSL|TLS/.test(code) ? 'its certificate is not trusted' : message.slice(0, 80);
};

/** Connects to a pool, `stratum+tcp://host:port` or `stratum+ssl://host:port`. */
export function connectPool(url: string, listener: PoolListener): PoolLine {
  const { protocol, hostname, port } = new URL(url);
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  const where = { host, port: Number(port) };
  const socket: Socket = ENCRYPTED.includes(protocol) ? connectTls({ ...where, servername: host }) : connectTcp(where);
  let reason = 'it closed the connection';
  const give = (why: string) => {
    reason = why;
    socket.destroy();
  };
  const impatience = setTimeout(() => give('it does not answer'), CONNECT_MS);
  socket.setEncoding('utf8');
  socket.setNoDelay(true);
  socket.setKeepAlive(true, KEEP_ALIVE_MS);
  socket.on(ENCRYPTED.includes(protocol) ? 'secureConnect' : 'connect', () => clearTimeout(impatience));
  let rest = '';
  socket.on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > MAX_LINE_CHARACTERS || lines.some((line) => line.length > MAX_LINE_CHARACTERS)) {
      return give('it sends a line that does not end');
    }
    for (const line of lines) if (line.trim() !== '') listener.line(line.trim());
  });
  socket.on('drain', () => listener.drained());
  socket.on('error', (error) => (reason = reasonOf(error)));
  socket.on('close', () => {
    clearTimeout(impatience);
    listener.closed(reason);
  });
  return {
    write: (line) => socket.write(`${line}\n`),
    pause: () => void socket.pause(),
    resume: () => void socket.resume(),
    close: () => void socket.destroy()
  };
}
