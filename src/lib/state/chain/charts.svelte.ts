import type { Daemon } from '$lib/api/daemon/client';
import type { Height } from '$lib/chain/time';
import { toAppError, type AppError } from '$lib/errors';
import { sampleHeights, type BlockSample } from '$lib/explorer/heightSamples';

/** Points of a chart: more than a screen shows, few enough to read one by one. */
export const MOST_SAMPLES = 240;
const AT_ONCE = 4;
const MOST_KEPT = 5_000;
/** This near the tip a height may still come to mean another block. */
const UNSETTLED = 144;

/** Difficulty, block time and work over a range of heights, from evenly spread blocks of it. */
export class ChainCharts {
  samples = $state.raw<readonly BlockSample[]>([]);
  /** The range of `samples`, whole or partly read. */
  range = $state.raw<{ readonly from: Height; readonly to: Height }>();
  /** 0 to 1 while reading. */
  progress = $state<number>();
  problem = $state.raw<AppError>();

  /** Each point stands for this many blocks; 1 when every block is read. */
  readonly step: number = $derived.by(() => {
    if (!this.range) return 1;
    return Math.max(1, (this.range.to - this.range.from) / (MOST_SAMPLES - 1));
  });

  readonly #daemon: Pick<Daemon, 'consensus'>;
  readonly #kept = new Map<Height, BlockSample>();
  #abort: AbortController | undefined;

  constructor(daemon: Pick<Daemon, 'consensus'>) {
    this.#daemon = daemon;
  }

  /** Reads the range; a reading under way is given up for it. */
  async read(from: Height, to: Height, tip: Height): Promise<void> {
    this.cancel();
    const abort = (this.#abort = new AbortController());
    const { signal } = abort;
    const heights = sampleHeights(from, to, MOST_SAMPLES);
    const read = new Map<Height, BlockSample>();
    this.range = { from, to };
    this.problem = undefined;
    this.progress = 0;
    this.samples = [];
    const waiting = [...heights];
    const readOn = async () => {
      for (let height = waiting.shift(); height !== undefined && !signal.aborted; height = waiting.shift()) {
        read.set(height, await this.#sample(height, tip, signal));
        if (!signal.aborted) this.progress = read.size / heights.length;
      }
    };
    try {
      await Promise.all(Array.from({ length: AT_ONCE }, readOn));
    } catch (error) {
      if (!signal.aborted) this.problem = toAppError(error);
      abort.abort();
    }
    // What came before another range was asked for is of no interest; what came before Cancel is shown.
    if (this.#abort !== abort) return;
    this.samples = heights.flatMap((height) => read.get(height) ?? []);
    this.progress = undefined;
  }

  /** Ends the reading; what was read is shown. */
  cancel(): void {
    this.#abort?.abort();
  }

  async #sample(height: Height, tip: Height, signal: AbortSignal): Promise<BlockSample> {
    const kept = this.#kept.get(height);
    if (kept) return kept;
    const { timestamp, difficulty } = await this.#daemon.consensus.block({ query: { height } }, { signal });
    const sample = { height, timestamp, childDifficulty: difficulty };
    if (height <= tip - UNSETTLED) {
      this.#kept.set(height, sample);
      if (this.#kept.size > MOST_KEPT) this.#kept.delete(this.#kept.keys().next().value!);
    }
    return sample;
  }
}
