import { AppError } from '$lib/errors';

/** A line of the pool that is no message of the protocol, or one that cannot be mined. */
export class MalformedJobError extends AppError {
  readonly code = 'pool/malformed';

  constructor(
    readonly what: string,
    options?: { cause?: unknown }
  ) {
    super(`The pool sent something that cannot be understood: ${what}. Connecting again.`, options);
  }
}

/** No connection to the pool, or one that ended. */
export class PoolAwayError extends AppError {
  readonly code = 'pool/away';

  constructor(
    /** Why, in words; empty when nobody said. */
    readonly reason: string,
    options?: { cause?: unknown }
  ) {
    super(`The pool cannot be reached${reason === '' ? '' : `: ${reason}`}. Trying again.`, options);
  }
}

/** Whoever answers as the pool cannot show that they are it. */
export class PoolUntrustedError extends AppError {
  readonly code = 'pool/untrusted';

  constructor(
    /** What is wrong with the certificate, in words. */
    readonly reason: string
  ) {
    super(
      `The pool’s certificate is not trusted: ${reason}. Nothing was sent. If the pool is your own, start Quarry with NODE_EXTRA_CA_CERTS set to the file of its certificate; else somebody may stand between.`
    );
  }
}

/** The pool does not take this worker. */
export class WorkerRefusedError extends AppError {
  readonly code = 'pool/worker-refused';

  constructor(readonly reason: string) {
    super(
      `The pool does not accept the worker${reason === '' ? '' : `: ${reason}`}. Check the user name and password of the pool.`
    );
  }
}

/** The pool asks its miners to connect again. */
export class PoolReconnectError extends AppError {
  readonly code = 'pool/reconnect';

  constructor() {
    super('The pool asked to connect again. Doing so.');
  }
}
