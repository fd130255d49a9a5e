import { AppError } from '$lib/errors';

/** The server sent something that is not a work unit. */
export class MalformedWorkError extends AppError {
  readonly code = 'mining/malformed-work';

  constructor(
    readonly what: string,
    options?: { cause?: unknown }
  ) {
    super(`Invalid work from the node: ${what}. Retrying.`, options);
  }
}

/** A target of zero: no hash can ever be at or below it. */
export class ImpossibleTargetError extends AppError {
  readonly code = 'mining/impossible-target';

  constructor() {
    super('Invalid work from the node: its target is zero. Retrying.');
  }
}

/** The block's parent is no longer the tip, so it was not submitted. */
export class StaleWorkError extends AppError {
  readonly code = 'mining/stale-work';

  constructor() {
    super('The parent of the block is no longer the tip.');
  }
}

/** Every engine of this device has failed or is unavailable. */
export class NoEngineError extends AppError {
  readonly code = 'mining/no-engine';

  constructor(options?: { cause?: unknown }) {
    super('All mining engines have failed. Reload the page to try again.', options);
  }
}

/** An engine keeps reporting nonces that fail verification on the CPU. */
export class FaultyEngineError extends AppError {
  readonly code = 'mining/faulty-engine';

  constructor(readonly invalid: number) {
    super(`${invalid} of its results failed verification on the CPU.`);
  }
}

/** An engine's worker ended without an error, or stopped responding. */
export class EngineSilentError extends AppError {
  readonly code = 'mining/engine-silent';

  constructor(
    /** Seconds since its last message. */
    readonly seconds: number
  ) {
    super(`A mining worker did not respond for ${seconds} seconds.`);
  }
}

/** An engine stopped working; another one takes over. */
export class EngineFailedError extends AppError {
  readonly code = 'mining/engine-failed';

  constructor(
    readonly engine: string,
    cause: AppError
  ) {
    const later = cause instanceof FaultyEngineError ? '' : ' It will be retried.';
    super(`${engine} stopped: ${cause.message}${later}`, { cause });
  }
}

/** A block cannot be built from the server's data. */
export class TemplateError extends AppError {
  readonly code = 'mining/template';
}

/** A mining server does not report the chain state that proves whom its block pays. */
export class UnprovenPayoutError extends AppError {
  readonly code = 'mining/unproven-payout';

  constructor() {
    super('The mining server does not report the chain state that a block for your own address needs.');
  }
}

/** A solved block was rejected for its size; the next ones will be smaller. */
export class BlockTooLargeError extends AppError {
  readonly code = 'mining/block-too-large';

  constructor(
    readonly bytes: number,
    /** Largest size of the next blocks. */
    readonly maxBytes: number,
    options?: { cause?: unknown }
  ) {
    super(`The server does not accept a block of ${bytes} bytes. Further blocks have at most ${maxBytes}.`, options);
  }
}

/** The pool's difficulty is so low that shares are found faster than they may be sent. */
export class SharesDroppedError extends AppError {
  readonly code = 'mining/shares-dropped';

  constructor(
    /** Maximum number of shares sent per second. */
    readonly perSecond: number
  ) {
    super(`More than ${perSecond} shares per second are found; the others are not sent.`);
  }
}
