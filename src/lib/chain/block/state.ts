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
  /** Target of the work of all blocks so far, the inverse of `totalWork`; 0 from the final cut height on. */
  readonly depth: Target;
  /** Target of the next block, the inverse of `difficulty`; 0 from the final cut height on. */
  readonly childTarget: Target;
  /** Taxes of all contracts so far; the claims of fund units are shares of it. */
  readonly fundTaxRevenue: Hastings;
  /** Decayed sum of the block times; nanoseconds, int64. */
  readonly oakTime: bigint;
  /** Target of the work in `oakWork`, its inverse. */
  readonly oakTarget: Target;
  readonly foundationSubsidyAddress: Address;
  readonly foundationManagementAddress: Address;
  readonly totalWork: Work;
  /** Work of the next block. */
  readonly difficulty: Work;
  /** Decayed sum of the blocks' work. */
  readonly oakWork: Work;
  readonly elements: ElementAccumulator;
  /** Number of attestations so far. */
  readonly attestations: bigint;
}
