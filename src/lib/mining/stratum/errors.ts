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

/** No connection to the pool, or one that ended. */
export class PoolAwayError extends AppError {
  readonly code = 'pool/away';

  constructor(
    /** Cause as text; empty when unknown. */
    readonly reason: string,
    options?: { cause?: unknown }
  ) {
    super(`The pool cannot be reached${reason === '' ? '' : `: ${reason}`}. Retrying.`, options);
  }
}

/** The pool's TLS certificate is not trusted. */
export class PoolUntrustedError extends AppError {
  readonly code = 'pool/untrusted';

  constructor(
    /** What is wrong with the certificate, as text. */
    readonly reason: string
  ) {
    super(
      `The pool’s certificate is not trusted: ${reason}. Nothing was sent. If this is your own pool, start Quarry with NODE_EXTRA_CA_CERTS set to its certificate file; otherwise the connection may be intercepted.`
    );
  }
}

/** The pool rejected the worker's authorisation. */
export class WorkerRefusedError extends AppError {
  readonly code = 'pool/worker-refused';

  constructor(readonly reason: string) {
    super(
      `The pool rejected the worker${reason === '' ? '' : `: ${reason}`}. Check the user name and password of the pool.`
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
