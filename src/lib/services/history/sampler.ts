import { lazy } from '$lib/async/lazy';
import { sleep } from '$lib/async/sleep';
import type { OpenSamples } from './ports';
import { RECENT_MS } from './recentAnswers';
import type { Sample, SampleTier } from './samples';
import { tierOf, type HistoryRange, type SeriesName } from './series';

const SAMPLE_EVERY_MS = 30_000;

/** A group of series read together; a failure does not affect other groups. */
export type ReadSeries = (signal: AbortSignal) => readonly Promise<Partial<Record<SeriesName, bigint>>>[];

export interface SamplerDeps {
  readonly openSamples: OpenSamples;
  /** Identifies the node's chain; fails while the node is unreachable. */
  readonly readScope: (signal?: AbortSignal) => Promise<string>;
  readonly readSeries: ReadSeries;
  readonly nowMs: () => number;
}

/** Samples values of which the node reports only the current one. Values that cannot be read are absent. */
export class Sampler {
  readonly #deps: SamplerDeps;
  /** Of the last sample. */
  #scope: string | undefined;
  /** Before the first sample; read once for all charts of a page. */
  readonly #firstScope: () => Promise<string>;

  constructor(deps: SamplerDeps) {
    this.#deps = deps;
    this.#firstScope = lazy(() => deps.readScope());
  }

  /**
   * Samples every half minute until the signal aborts; yields after each stored sample. The first one waits for what
   * the page reads.
   */
  async *run(signal: AbortSignal): AsyncGenerator<void> {
    await sleep(RECENT_MS, signal);
    while (!signal.aborted) {
      if (await this.#sample(signal).catch(() => false)) yield;
      await sleep(SAMPLE_EVERY_MS, signal);
    }
  }

  /** The stored samples of a range, oldest first, with their tier. */
  async read(range: HistoryRange): Promise<{ tier: SampleTier; samples: readonly Sample[] }> {
    const stored = this.#deps.openSamples(this.#scope ?? (await this.#firstScope()));
    const nowMs = this.#deps.nowMs();
    const { tier, sinceMs } = tierOf(range, nowMs, await stored.beginMs());
    // Samples from when the clock was ahead would stretch every chart into the future.
    return { tier, samples: (await stored.read(tier, sinceMs)).filter(({ atMs }) => atMs <= nowMs) };
  }

  /** @returns whether there was anything to store */
  async #sample(signal: AbortSignal): Promise<boolean> {
    // Read each time: the node's chain may be reset while the page is open.
    const before = this.#scope;
    this.#scope = await this.#deps.readScope(signal);
    // What the page has read may still be of the chain before.
    if (before !== undefined && before !== this.#scope) return false;
    const read = await Promise.allSettled(this.#deps.readSeries(signal));
    const values: Record<string, bigint> = {};
    for (const part of read) if (part.status === 'fulfilled') Object.assign(values, part.value);
    if (signal.aborted || Object.keys(values).length === 0) return false;
    await this.#deps.openSamples(this.#scope).add({ atMs: this.#deps.nowMs(), values });
    return true;
  }
}
