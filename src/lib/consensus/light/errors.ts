import type { ChainIndex } from '$lib/chain/element/elements';
import type { ChainState } from '$lib/chain/block/state';
import { AppError } from '$lib/errors';

/** The part of a state in which a server's claim differs from what its own block makes of the state before it. */
export type StateField = keyof ChainState;

/** What a server showed that cannot be true, whatever its headers say. */
export type LightFault =
  /** The state after a block is not what the block makes of the state before it. */
  | 'light/state-differs'
  /** A block that does not follow on the one before, or one that is taken back and was never shown. */
  | 'light/other-branch'
  /** A V1 transaction or an ended contract whose elements are not in the accumulator as the server shows them. */
  | 'light/unproven-spend'
  /** The block of a starting point is another one, or commits to another state. */
  | 'light/wrong-start'
  /** It tells other rules for the same chain than before. */
  | 'light/other-rules'
  /** The chain it calls the best has less work than the one it showed before. */
  | 'light/less-work';

/** A server caught telling what the chain does not say; `at` is the block it was about. */
export class LightError extends AppError {
  constructor(
    readonly code: LightFault,
    readonly at: ChainIndex,
    message: string,
    /** Where the states differ, for `light/state-differs`. */
    readonly field?: StateField,
    options?: { cause?: unknown }
  ) {
    super(message, options);
  }
}

/** A reorganisation that goes back further than the states that were kept: follow again from an earlier one. */
export class TooDeepError extends AppError {
  readonly code = 'light/too-deep';

  constructor(readonly at: ChainIndex) {
    super(`the chain was changed from further back than block ${at.height}`);
  }
}
