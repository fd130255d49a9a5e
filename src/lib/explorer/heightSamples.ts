import type { Height } from '$lib/chain/time';

/**
 * Heights from `from` to `to`, both among them, evenly apart, ascending, none twice; all of them when they are few.
 * @param most how many at most, 2 or more
 */
export function sampleHeights(from: Height, to: Height, most: number): Height[] {
  const span = to - from;
  if (span < 0) return [];
  if (span < most) return Array.from({ length: span + 1 }, (_, i) => from + i);
  return Array.from({ length: most }, (_, i) => from + Math.round((i * span) / (most - 1)));
}

/** What a chart needs of a block. */
export interface BlockSample {
  readonly height: Height;
  /** Unix seconds. */
  readonly timestamp: number;
  /** Hashes expected for the block after this one. */
  readonly childDifficulty: bigint;
}

/** What the samples say, in columns of one number a sample; a mean stands for the blocks since the sample before. */
export interface SampledSeries {
  readonly heights: readonly number[];
  readonly difficulty: readonly number[];
  /** Seconds a block; nothing for the first. */
  readonly blockSeconds: readonly (number | null)[];
  /** Hashes expected for all blocks since the first sample. */
  readonly work: readonly number[];
}

/** @param samples ascending */
export function seriesOf(samples: readonly BlockSample[]): SampledSeries {
  let work = 0;
  const series = samples.map(({ height, timestamp, childDifficulty }, i) => {
    const before = samples[i - 1];
    if (!before) return { blockSeconds: null, work: 0 };
    const blocks = height - before.height;
    // Of the blocks between two samples the difficulty went from the one to the other.
    work += (blocks * (Number(before.childDifficulty) + Number(childDifficulty))) / 2;
    return { blockSeconds: (timestamp - before.timestamp) / blocks, work };
  });
  return {
    heights: samples.map(({ height }) => height),
    difficulty: samples.map(({ childDifficulty }) => Number(childDifficulty)),
    blockSeconds: series.map(({ blockSeconds }) => blockSeconds),
    work: series.map((point) => point.work)
  };
}

/** The range in three numbers; undefined of fewer than two samples. */
export function summaryOf(samples: readonly BlockSample[]) {
  const [first, last] = [samples[0], samples.at(-1)];
  if (!first || !last || first === last) return undefined;
  const seconds = last.timestamp - first.timestamp;
  const work = seriesOf(samples).work.at(-1)!;
  return {
    blocks: last.height - first.height,
    meanBlockSeconds: seconds / (last.height - first.height),
    work,
    /** Of the whole network; undefined when no time passed. */
    hashesPerSecond: seconds > 0 ? work / seconds : undefined
  };
}
