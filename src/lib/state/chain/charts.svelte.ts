import type { Daemon } from '$lib/api/daemon/client';
import type { Height } from '$lib/chain/time';
import { toAppError, type AppError } from '$lib/errors';
import { sampleHeights, type BlockSample } from '$lib/explorer/heightSamples';

/** Number of points: more than a screen shows, few enough to request one by one. */
export const MAX_SAMPLES = 240;
const AT_ONCE = 4;
const MAX_KEPT = 5_000;
/** Heights this close to the tip are not cached: a reorganization may replace them. */
const UNSETTLED = 144;

/** Difficulty, block time and work over a range of heights, sampled at equal intervals. */
export class ChainCharts {
  samples = $state.raw<readonly BlockSample[]>([]);
  /** The range of `samples`, complete or partial. */
  range = $state.raw<{ readonly from: Height; readonly to: Height }>();
  /** 0 to 1 while reading. */
  progress = $state<number>();
  problem = $state.raw<AppError>();

  /** Blocks per point; 1 when every block is read. */
  readonly step: number = $derived.by(() => {
    if (!this.range) return 1;
    return Math.max(1, (this.range.to - this.range.from) / (MAX_SAMPLES - 1));
  });

  readonly #daemon: Pick<Daemon, 'consensus'>;
  readonly #kept = new Map<Height, BlockSample>();
  #abort: AbortController | undefined;

  constructor(daemon: Pick<Daemon, 'consensus'>) {
    this.#daemon = daemon;
  }

  /** Reads a range; cancels a running read. */
  async read(from: Height, to: Height, tip: Height): Promise<void> {
    this.cancel();
    const abort = (this.#abort = new AbortController());
    const { signal } = abort;
    const heights = sampleHeights(from, to, MAX_SAMPLES);
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
    // Results of a superseded read are dropped; those of a canceled one are shown.
    if (this.#abort !== abort) return;
    this.samples = heights.flatMap((height) => read.get(height) ?? []);
    this.progress = undefined;
  }

  /** Cancels reading; samples read so far stay. */
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
      if (this.#kept.size > MAX_KEPT) this.#kept.delete(this.#kept.keys().next().value!);
    }
    return sample;
  }
}
