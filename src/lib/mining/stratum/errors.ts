import { AppError } from '../../errors';

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
