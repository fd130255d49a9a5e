import type { Height } from '$lib/chain/time';

/**
 * Evenly spaced heights from `from` to `to` inclusive, ascending and unique; all of them if they are few.
 * @param most maximum number, at least 2
 */
export function sampleHeights(from: Height, to: Height, most: number): Height[] {
  const span = to - from;
  if (span < 0) return [];
  if (span < most) return Array.from({ length: span + 1 }, (_, i) => from + i);
  return Array.from({ length: most }, (_, i) => from + Math.round((i * span) / (most - 1)));
}

/** Chart data of a block. */
export interface BlockSample {
  readonly height: Height;
  /** Unix seconds. */
  readonly timestamp: number;
  /** Expected number of hashes for the next block. */
  readonly childDifficulty: bigint;
}

/** Chart columns with one value per sample; averages cover the blocks since the previous sample. */
export interface SampledSeries {
  readonly heights: readonly number[];
  readonly difficulty: readonly number[];
  /** Seconds per block; undefined for the first. */
  readonly blockSeconds: readonly (number | null)[];
  /** Expected number of hashes for all blocks since the first sample. */
  readonly work: readonly number[];
}

/** @param samples ascending */
export function seriesOf(samples: readonly BlockSample[]): SampledSeries {
  let work = 0;
  const series = samples.map(({ height, timestamp, childDifficulty }, i) => {
    const before = samples[i - 1];
    if (!before) return { blockSeconds: null, work: 0 };
    const blocks = height - before.height;
    // Between two samples the difficulty is interpolated linearly.
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

/** Summary of the range; undefined for fewer than two samples. */
export function summaryOf(samples: readonly BlockSample[]) {
  const [first, last] = [samples[0], samples.at(-1)];
  if (!first || !last || first === last) return undefined;
  const seconds = last.timestamp - first.timestamp;
  const work = seriesOf(samples).work.at(-1)!;
  return {
    blocks: last.height - first.height,
    meanBlockSeconds: seconds / (last.height - first.height),
    work,
    /** Hash rate of the whole network; undefined if no time passed. */
    hashesPerSecond: seconds > 0 ? work / seconds : undefined
  };
}
