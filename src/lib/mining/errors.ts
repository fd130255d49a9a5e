import { AppError } from '$lib/errors';

/** Work of the wrong length or shape: what was served is not a work unit. */
export class MalformedWorkError extends AppError {
  readonly code = 'mining/malformed-work';

  constructor(
    readonly what: string,
    options?: { cause?: unknown }
  ) {
    super(`The node handed out work that cannot be mined: ${what}. Asking again.`, options);
  }
}

/** A target of zero: no hash can ever be at or below it. */
export class ImpossibleTargetError extends AppError {
  readonly code = 'mining/impossible-target';

  constructor() {
    super('The node handed out a target of zero, which no hash can meet. Asking again.');
  }
}

/** Every engine of this device failed or is missing. */
export class NoEngineError extends AppError {
  readonly code = 'mining/no-engine';

  constructor(options?: { cause?: unknown }) {
    super('No mining engine works in this browser any more. Reload the page to try again.', options);
  }
}

/** An engine keeps proposing nonces that the CPU finds wrong: its arithmetic cannot be trusted. */
export class FaultyEngineError extends AppError {
  readonly code = 'mining/faulty-engine';

  constructor(readonly invalid: number) {
    super(`${invalid} of its results were wrong when checked on the CPU.`);
  }
}

/** An engine stopped working; another one takes over. */
export class EngineFailedError extends AppError {
  readonly code = 'mining/engine-failed';

  constructor(
    readonly engine: string,
    cause: AppError
  ) {
    const later = cause instanceof FaultyEngineError ? '' : ' It is tried again from time to time.';
    super(`${engine} stopped: ${cause.message}${later}`, { cause });
  }
}

/** A block that cannot be built from what the server says. */
export class TemplateError extends AppError {
  readonly code = 'mining/template';
}
