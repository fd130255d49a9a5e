import { MAX_LINE_CHARACTERS } from '$lib/mining/stratum/messages';
import { ForbiddenAddressError, type Resolve } from '../http/addresses';
import { openPoolSocket } from './poolSocket';

/** End of a connection to a pool. */
export interface PoolEnd {
  /** Cause as text for the user, without addresses. */
  readonly reason: string;
  /** The certificate is not trusted; nothing was sent. */
  readonly untrusted: boolean;
}

/** Events of a connection to a pool. */
export interface PoolListener {
  /** A line without its newline. */
  line(text: string): void;
  /** The write buffer was flushed. */
  drained(): void;
  closed(end: PoolEnd): void;
}

/** A connection to a pool, in lines. */
export interface PoolLine {
  /** @returns false if the caller should wait for `drained` */
  write(line: string): boolean;
  /** Pauses and resumes reading. */
  pause(): void;
  resume(): void;
  close(): void;
}

const CONNECT_MS = 10_000;
const KEEP_ALIVE_MS = 30_000;
/** Maximum length of a close reason, characters. */
const MAX_REASON = 80;

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nobody listens there',
  ENOTFOUND: 'its name is not known',
  EAI_AGAIN: 'its name cannot be looked up now',
  EHOSTUNREACH: 'there is no way to it',
  ENETUNREACH: 'there is no way to it',
  ETIMEDOUT: 'it does not answer',
  ECONNRESET: 'it broke the connection off'
};

/** Texts of certificate errors. */
const CERTIFICATE_REASONS: Readonly<Record<string, string>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: 'it is signed by itself',
  SELF_SIGNED_CERT_IN_CHAIN: 'whoever signed it is unknown to this computer',
  UNABLE_TO_GET_ISSUER_CERT: 'whoever signed it is unknown to this computer',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'whoever signed it is unknown to this computer',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'whoever signed it is unknown to this computer',
  CERT_HAS_EXPIRED: 'it has run out',
  CERT_NOT_YET_VALID: 'it is not valid yet',
  ERR_TLS_CERT_ALTNAME_INVALID: 'it is for another name'
};

function endOf(error: NodeJS.ErrnoException): PoolEnd {
  if (error instanceof ForbiddenAddressError) {
    return { reason: 'its name stands for an address of the computer’s own machinery', untrusted: false };
  }
  const { code = '', message } = error;
  if (/CERT|UNABLE_TO_/.test(code)) {
    return { reason: CERTIFICATE_REASONS[code] ?? message.slice(0, MAX_REASON), untrusted: true };
  }
  const isNoTls = code === 'EPROTO' || code.startsWith('ERR_SSL');
  const reason = isNoTls ? 'it speaks no TLS at this port' : (REASONS[code] ?? message.slice(0, MAX_REASON));
  return { reason, untrusted: false };
}

/** Connects to a pool as {@link openPoolSocket} does, with the same errors. */
export function connectPool(url: string, resolve: Resolve | undefined, listener: PoolListener): PoolLine {
  const { socket, readyEvent } = openPoolSocket(new URL(url), resolve);
  let end: PoolEnd = { reason: 'it closed the connection', untrusted: false };
  const give = (reason: string) => {
    end = { reason, untrusted: false };
    socket.destroy();
  };
  const connectTimer = setTimeout(() => give('it does not answer'), CONNECT_MS);
  socket.setEncoding('utf8');
  socket.setNoDelay(true);
  socket.setKeepAlive(true, KEEP_ALIVE_MS);
  socket.on(readyEvent, () => clearTimeout(connectTimer));
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
  socket.on('error', (error) => (end = endOf(error)));
  socket.on('close', () => {
    clearTimeout(connectTimer);
    listener.closed(end);
  });
  return {
    write: (line) => socket.write(`${line}\n`),
    pause: () => void socket.pause(),
    resume: () => void socket.resume(),
    close: () => void socket.destroy()
  };
}
