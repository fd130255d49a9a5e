import { CodecError } from '$lib/codec/errors';
import { i64, struct, u64, type Layout } from '$lib/codec/layout';
import { address32 } from '../address';
import { v2Currency } from '../currency/layouts';
import { chainIndex } from '../element/elements';
import { hash256, type Hash256 } from '../ids';
import type { ChainState, ElementAccumulator } from './state';
import { work256 } from '../targetLayout';
import type { Height, UnixSeconds } from '../time';
import { timestamp64 } from '../timeLayouts';

/** Number of timestamps in the median. */
export const MAX_PREV_TIMESTAMPS = 11;

const timestampCount = (height: Height): number => Math.min(MAX_PREV_TIMESTAMPS, height + 1);

/** u64 leaf count, then the roots of the existing trees, lowest first. */
export const elementAccumulator: Layout<ElementAccumulator> = {
  write(w, { numLeaves, trees }: ElementAccumulator) {
    u64.write(w, numLeaves);
    for (let height = 0; numLeaves >> BigInt(height) > 0n; height++) {
      if (!hasTree(numLeaves, height)) continue;
      const root = trees[height];
      if (root === undefined) throw new CodecError(`accumulator of ${numLeaves} leaves has no tree ${height}`);
      hash256.write(w, root);
    }
  },
  read(r): ElementAccumulator {
    const numLeaves = u64.read(r);
    const trees: (Hash256 | undefined)[] = [];
    for (let height = 0; numLeaves >> BigInt(height) > 0n; height++) {
      trees.push(hasTree(numLeaves, height) ? hash256.read(r) : undefined);
    }
    return { numLeaves, trees };
  }
};

const hasTree = (numLeaves: bigint, height: number): boolean => ((numLeaves >> BigInt(height)) & 1n) === 1n;

const afterTimestamps = struct({
  depth: work256,
  childTarget: work256,
  fundTaxRevenue: v2Currency,
  oakTime: i64,
  oakTarget: work256,
  foundationSubsidyAddress: address32,
  foundationManagementAddress: address32,
  totalWork: work256,
  difficulty: work256,
  oakWork: work256,
  elements: elementAccumulator,
  attestations: u64
});

/** The chain state as hashed into a V2 commitment. Timestamps have no count: the height determines it. */
export const chainState: Layout<ChainState> = {
  write(w, state: ChainState) {
    chainIndex.write(w, state.index);
    const count = timestampCount(state.index.height);
    if (state.prevTimestamps.length !== count) {
      throw new CodecError(`state at height ${state.index.height} needs ${count} timestamps`, 'prevTimestamps');
    }
    for (const timestamp of state.prevTimestamps) timestamp64.write(w, timestamp);
    afterTimestamps.write(w, state);
  },
  read(r): ChainState {
    const index = chainIndex.read(r);
    const prevTimestamps = Array.from({ length: timestampCount(index.height) }, (): UnixSeconds => timestamp64.read(r));
    return { index, prevTimestamps, ...afterTimestamps.read(r) };
  }
};
