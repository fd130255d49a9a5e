import { AppError } from '$lib/errors';

/** A line that is not a valid message of the protocol, or a job that cannot be mined. */
export class MalformedJobError extends AppError {
  readonly code = 'pool/malformed';

  constructor(
    readonly what: string,
    options?: { cause?: unknown }
  ) {
    super(`Invalid message from the pool: ${what}. Reconnecting.`, options);
  }
}

/** Why there is no connection to the pool. `other` covers system errors without a reason of their own. */
export const POOL_AWAY_REASONS = [
  'connection-refused',
  'connection-reset',
  'unknown-host',
  'no-route',
  'timeout',
  'closed',
  'no-tls',
  'line-too-long',
  'forbidden-address',
  'subscription-refused',
  // Between the page and Quarry's server.
  'server-connection-lost',
  'no-pool',
  'connection-removed',
  'too-many-tabs',
  'other'
] as const;
export type PoolAwayReason = (typeof POOL_AWAY_REASONS)[number];

/** The connection to the pool failed or ended. */
export class PoolAwayError extends AppError {
  readonly code = 'pool/away';

  constructor(
    readonly reason: PoolAwayReason,
    /** The pool's or the system's own text, for the details. */
    detail = '',
    options?: { cause?: unknown }
  ) {
    super(`The pool cannot be reached: ${reason}${detail === '' ? '' : ` (${detail})`}. Retrying.`, options);
  }
}

/** What is wrong with a certificate. */
export const CERTIFICATE_FAULTS = [
  'self-signed',
  'unknown-issuer',
  'expired',
  'not-yet-valid',
  'other-name',
  'other'
] as const;
export type CertificateFault = (typeof CERTIFICATE_FAULTS)[number];

/** The pool's TLS certificate is not trusted; nothing was sent. */
export class PoolUntrustedError extends AppError {
  readonly code = 'pool/untrusted';

  constructor(
    readonly fault: CertificateFault,
    detail = ''
  ) {
    super(
      `The pool’s certificate is not trusted: ${fault}${detail === '' ? '' : ` (${detail})`}. Nothing was sent. If this is your own pool, start Quarry with NODE_EXTRA_CA_CERTS set to its certificate file; otherwise the connection may be intercepted.`
    );
  }
}

/** The pool rejected the worker's authorization. */
export class WorkerRefusedError extends AppError {
  readonly code = 'pool/worker-refused';

  constructor(
    /** The pool's own text; empty if there is none. */
    detail: string
  ) {
    super(
      `The pool rejected the worker${detail === '' ? '' : `: ${detail}`}. Check the user name and password of the pool.`
    );
  }
}

/** The pool requested a reconnect. */
export class PoolReconnectError extends AppError {
  readonly code = 'pool/reconnect';

  constructor() {
    super('The pool requested a reconnect. Reconnecting.');
  }
}

/** The limits that a pool can exceed: on lines, characters, and messages of each kind. */
export const POOL_EXCESSES = [
  'lines',
  'characters',
  'answer',
  'job',
  'difficulty',
  'extranonce',
  'reconnect',
  'words',
  'version',
  'unknown'
] as const;
export type PoolExcess = (typeof POOL_EXCESSES)[number];

/** The pool sends more than a page can handle; the connection was closed. */
export class PoolFloodError extends AppError {
  readonly code = 'pool/flood';

  constructor(readonly what: PoolExcess) {
    super(`The pool sends too many messages (${what}). The connection was closed; reconnecting after a pause.`);
  }
}
