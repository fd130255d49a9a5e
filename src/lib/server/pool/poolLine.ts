import { systemScheduler } from '$lib/async/scheduler';
import { LineBudget } from '$lib/mining/stratum/budget';
import type { CertificateFault, PoolAwayReason, PoolExcess } from '$lib/mining/stratum/errors';
import { MAX_LINE_CHARACTERS } from '$lib/mining/stratum/messages';
import { ForbiddenAddressError, type Resolve } from '../http/addresses';
import { openPoolSocket } from './poolSocket';

/** End of a connection to a pool; `detail` is the system's error code, if any. */
export type PoolEnd =
  | { readonly kind: 'away'; readonly why: PoolAwayReason; readonly detail?: string }
  /** The certificate is not trusted; nothing was sent. */
  | { readonly kind: 'untrusted'; readonly why: CertificateFault; readonly detail?: string }
  /** The pool sent more than it may. */
  | { readonly kind: 'flood'; readonly why: PoolExcess; readonly detail?: string };

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
/** By the system's error code. */
const REASONS: Readonly<Record<string, PoolAwayReason>> = {
  ECONNREFUSED: 'connection-refused',
  ENOTFOUND: 'unknown-host',
  EAI_AGAIN: 'unknown-host',
  EHOSTUNREACH: 'no-route',
  ENETUNREACH: 'no-route',
  ETIMEDOUT: 'timeout',
  ECONNRESET: 'connection-reset',
  EPROTO: 'no-tls'
};

/** By the error code of TLS. */
const CERTIFICATE_REASONS: Readonly<Record<string, CertificateFault>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: 'self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'unknown-issuer',
  UNABLE_TO_GET_ISSUER_CERT: 'unknown-issuer',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'unknown-issuer',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'unknown-issuer',
  CERT_HAS_EXPIRED: 'expired',
  CERT_NOT_YET_VALID: 'not-yet-valid',
  ERR_TLS_CERT_ALTNAME_INVALID: 'other-name'
};

function endOf(error: NodeJS.ErrnoException): PoolEnd {
  if (error instanceof ForbiddenAddressError) return { kind: 'away', why: 'forbidden-address' };
  const { code: detail = '' } = error;
  if (/CERT|UNABLE_TO_/.test(detail)) {
    return { kind: 'untrusted', why: CERTIFICATE_REASONS[detail] ?? 'other', detail };
  }
  const why = detail.startsWith('ERR_SSL') ? 'no-tls' : (REASONS[detail] ?? 'other');
  return { kind: 'away', why, detail };
}

/** Connects to a pool as {@link openPoolSocket} does, with the same errors. */
export function connectPool(url: string, resolve: Resolve | undefined, listener: PoolListener): PoolLine {
  const { socket, readyEvent } = openPoolSocket(new URL(url), resolve);
  let end: PoolEnd = { kind: 'away', why: 'closed' };
  const endAs = (reason: PoolEnd) => {
    end = reason;
    socket.destroy();
  };
  const budget = new LineBudget(systemScheduler.now);
  const connectTimer = setTimeout(() => endAs({ kind: 'away', why: 'timeout' }), CONNECT_MS);
  socket.setEncoding('utf8');
  socket.setNoDelay(true);
  socket.setKeepAlive(true, KEEP_ALIVE_MS);
  socket.on(readyEvent, () => clearTimeout(connectTimer));
  let rest = '';
  socket.on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > MAX_LINE_CHARACTERS || lines.some((line) => line.length > MAX_LINE_CHARACTERS)) {
      return endAs({ kind: 'away', why: 'line-too-long' });
    }
    for (const line of lines) {
      const excess = budget.take(line);
      if (excess) return endAs({ kind: 'flood', why: excess });
      if (line.trim() !== '') listener.line(line.trim());
    }
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
