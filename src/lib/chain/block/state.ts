import type { Address } from '../address';
import type { ChainIndex } from '../element/elements';
import type { Hastings } from '../currency/currency';
import type { Hash256 } from '../ids';
import type { UnixSeconds } from '../time';
import type { Target, Work } from '../target';

/** Merkle forest of every element ever created: one perfect tree per set bit of `numLeaves`. */
export interface ElementAccumulator {
  readonly numLeaves: bigint;
  /** `trees[h]` is the root of the tree of height h, defined exactly when bit h of `numLeaves` is set. */
  readonly trees: readonly (Hash256 | undefined)[];
}

/** Consensus state after a block: everything needed to validate the next block. */
export interface ChainState {
  readonly index: ChainIndex;
  /** Newest first; at most 11, fewer near genesis. */
  readonly prevTimestamps: readonly UnixSeconds[];
  readonly depth: Target;
  readonly childTarget: Target;
  readonly fundTaxRevenue: Hastings;
  /** Nanoseconds, int64. */
  readonly oakTime: bigint;
  readonly oakTarget: Target;
  readonly foundationSubsidyAddress: Address;
  readonly foundationManagementAddress: Address;
  readonly totalWork: Work;
  readonly difficulty: Work;
  readonly oakWork: Work;
  readonly elements: ElementAccumulator;
  readonly attestations: bigint;
}
