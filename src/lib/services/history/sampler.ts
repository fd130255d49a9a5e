import { sleep } from '$lib/async/sleep';
import type { OpenSamples } from './ports';
import type { Sample, SampleTier } from './samples';
import { tierOf, type HistoryRange, type SeriesName } from './series';

const SAMPLE_EVERY_MS = 30_000;

/** Some series of one moment; a part that cannot be read fails without the others. */
export type ReadSeries = (signal: AbortSignal) => readonly Promise<Partial<Record<SeriesName, bigint>>>[];

export interface SamplerDeps {
  readonly openSamples: OpenSamples;
  /** Names the chain that the node is on; fails while the node cannot be asked. */
  readonly readScope: (signal: AbortSignal) => Promise<string>;
  readonly readSeries: ReadSeries;
  readonly nowMs: () => number;
}

/** Remembers the course of what a node says only the present of. What cannot be read at a moment is missing there. */
export class Sampler {
  readonly #deps: SamplerDeps;
  #scope: string | undefined;

  constructor(deps: SamplerDeps) {
    this.#deps = deps;
  }

  /** Samples every half minute until the signal; yields after each sample that was stored. */
  async *run(signal: AbortSignal): AsyncGenerator<void> {
    while (!signal.aborted) {
      if (await this.#sample(signal).catch(() => false)) yield;
      await sleep(SAMPLE_EVERY_MS, signal);
    }
  }

  /** What is remembered of a range, oldest first, with the tier that it comes from. */
  async read(range: HistoryRange, signal: AbortSignal): Promise<{ tier: SampleTier; samples: readonly Sample[] }> {
    this.#scope ??= await this.#deps.readScope(signal);
    const samples = this.#deps.openSamples(this.#scope);
    const { tier, sinceMs } = tierOf(range, this.#deps.nowMs(), await samples.beginMs());
    return { tier, samples: await samples.read(tier, sinceMs) };
  }

  /** @returns whether there was anything to store */
  async #sample(signal: AbortSignal): Promise<boolean> {
    // Asked each time: the chain behind an open page may be begun anew.
    this.#scope = await this.#deps.readScope(signal);
    const read = await Promise.allSettled(this.#deps.readSeries(signal));
    const values: Record<string, bigint> = {};
    for (const part of read) if (part.status === 'fulfilled') Object.assign(values, part.value);
    if (signal.aborted || Object.keys(values).length === 0) return false;
    await this.#deps.openSamples(this.#scope).add({ atMs: this.#deps.nowMs(), values });
    return true;
  }
}
