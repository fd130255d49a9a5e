import * as z from 'zod/mini';
import type { Hash256 } from '$lib/chain/ids';
import type { ChainState, ElementAccumulator } from '$lib/chain/block/state';
import { ZERO_TIME, type Height, type UnixSeconds } from '$lib/chain/time';
import { CodecError } from '$lib/codec/errors';
import { converted, listOf, type JsonCodec } from './codec';
import { amount } from './amount';
import * as scalars from './scalars';

const TIMESTAMPS = 11;

/** Lists only the existing trees, lowest first. */
const elementAccumulator: JsonCodec<ElementAccumulator> = converted(
  z.object({ numLeaves: scalars.u64, trees: listOf(scalars.hash256, '[]') }),
  ({ numLeaves, trees }) => ({ numLeaves, trees: placeTrees(numLeaves, trees) }),
  ({ numLeaves, trees }) => ({ numLeaves, trees: trees.filter((tree) => tree !== undefined) })
);

function placeTrees(numLeaves: bigint, roots: readonly Hash256[]): (Hash256 | undefined)[] {
  let used = 0;
  const trees = [...numLeaves.toString(2)].reverse().map((bit) => (bit === '1' ? roots[used++] : undefined));
  if (used !== roots.length || (numLeaves > 0n && trees.at(-1) === undefined)) {
    throw new CodecError(`${roots.length} trees do not fit ${numLeaves} leaves`, 'trees');
  }
  return numLeaves === 0n ? [] : trees;
}

/** Number of valid entries among the 11 timestamps at a height. */
const timestampCount = (height: Height): number => Math.min(TIMESTAMPS, height + 1);

function padTimestamps(timestamps: readonly UnixSeconds[]): UnixSeconds[] {
  return [...timestamps, ...Array.from({ length: TIMESTAMPS - timestamps.length }, () => ZERO_TIME)];
}

/** Consensus state. `prevTimestamps` always has 11 entries on the wire; below height 10, the rest are padding. */
export const chainState: JsonCodec<ChainState> = converted(
  z.object({
    index: scalars.chainIndex,
    prevTimestamps: z.array(scalars.timestamp),
    depth: scalars.target,
    childTarget: scalars.target,
    svcfundTaxRevenue: amount,
    oakTime: scalars.i64,
    oakTarget: scalars.target,
    foundationSubsidyAddress: scalars.address,
    foundationManagementAddress: scalars.address,
    totalWork: scalars.work,
    difficulty: scalars.work,
    oakWork: scalars.work,
    elements: elementAccumulator,
    attestations: scalars.u64
  }),
  ({ svcfundTaxRevenue, prevTimestamps, ...rest }) => {
    const used = timestampCount(rest.index.height);
    if (prevTimestamps.length < used) {
      throw new CodecError(`${prevTimestamps.length} timestamps, expected ${used}`, 'prevTimestamps');
    }
    return { ...rest, prevTimestamps: prevTimestamps.slice(0, used), fundTaxRevenue: svcfundTaxRevenue };
  },
  ({ fundTaxRevenue, prevTimestamps, ...rest }) => ({
    ...rest,
    prevTimestamps: padTimestamps(prevTimestamps),
    svcfundTaxRevenue: fundTaxRevenue
  })
);
