import type { ChainIndex } from '$lib/chain/element/elements';
import type { ChainState } from '$lib/chain/block/state';
import { AppError } from '$lib/errors';

/** A field in which a server's state can differ from the computed one. */
export type StateField = keyof ChainState;

/** Proof that a server sent inconsistent or invalid data. */
export type LightFault =
  /** The state after a block differs from the computed state. */
  | 'light/state-differs'
  /** A block whose parent is not the previous one, or a reverted block that was never applied. */
  | 'light/other-branch'
  /** The elements of a V1 transaction or a resolved contract are not in the accumulator. */
  | 'light/unproven-spend'
  /** The block at the starting point has a different id, or commits to a different state. */
  | 'light/wrong-start'
  /** The network parameters differ from earlier ones for the same chain. */
  | 'light/other-rules'
  /** The best chain has less work than the one served earlier. */
  | 'light/less-work';

/** A server sent data that contradicts the chain; `at` is the block concerned. */
export class LightError extends AppError {
  constructor(
    readonly code: LightFault,
    readonly at: ChainIndex,
    message: string,
    /** First differing field, for `light/state-differs`. */
    readonly field?: StateField,
    options?: { cause?: unknown }
  ) {
    super(message, options);
  }
}

/** A reorganization deeper than the retained states; restart from an earlier state. */
export class TooDeepError extends AppError {
  readonly code = 'light/too-deep';

  constructor(readonly at: ChainIndex) {
    super(`reorganization below block ${at.height}`);
  }
}
