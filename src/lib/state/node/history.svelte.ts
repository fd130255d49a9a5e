import type { Database } from '$lib/storage/database';
import { holdAlone } from '$lib/storage/leader';
import { SampleStore } from '$lib/storage/samples';
import type { Sample, SampleTier } from '$lib/services/history/samples';
import { tierOf, type HistoryRange, type SeriesName } from '$lib/services/history/series';

const SAMPLE_EVERY_MS = 30_000;
const NAME = 'quarry:history';

/** Some series of one moment; a part that cannot be read fails without the others. */
export type ReadSeries = (signal: AbortSignal) => readonly Promise<Partial<Record<SeriesName, bigint>>>[];

interface HistoryDeps {
  /** Told from the histories of other nodes, which other tabs may have open. */
  readonly name?: string;
  readonly database: Database;
  /** Names the chain that the node is on; fails while the node cannot be asked. */
  readonly readScope: (signal: AbortSignal) => Promise<string>;
  readonly readSeries: ReadSeries;
  readonly nowMs: () => number;
  readonly locks?: LockManager;
}

/**
 * The course of what a node tells only the present of, remembered by this browser while Quarry is open. One tab at a
 * time takes samples; what cannot be read at a moment is missing at that moment, and nothing is made up.
 */
export class History {
  /** Grows with every sample that any tab has stored: what is drawn from them is to be read again. */
  revision = $state(0);
  readonly #deps: HistoryDeps;
  readonly #channel: BroadcastChannel | undefined;
  readonly #name: string;
  #scope: string | undefined;

  constructor(deps: HistoryDeps) {
    this.#deps = deps;
    this.#name = deps.name === undefined ? NAME : `${NAME}:${deps.name}`;
    this.#channel = openChannel(this.#name);
    if (this.#channel) this.#channel.onmessage = () => this.revision++;
  }

  /** Samples every half minute until the signal, in one tab at a time. */
  async follow(signal: AbortSignal): Promise<void> {
    const run = async () => {
      while (!signal.aborted) {
        await this.#sample(signal).catch(() => undefined);
        await pause(SAMPLE_EVERY_MS, signal);
      }
    };
    try {
      await holdAlone(this.#deps.locks, this.#name, { signal, run });
    } catch {
      // Locks are refused where storage is: then this tab samples for itself.
      await run();
    }
  }

  /** What is remembered of a range, oldest first, with the tier that it comes from. */
  async read(range: HistoryRange, signal: AbortSignal): Promise<{ tier: SampleTier; samples: readonly Sample[] }> {
    this.#scope ??= await this.#deps.readScope(signal);
    const store = new SampleStore(this.#deps.database, this.#scope);
    const { tier, sinceMs } = tierOf(range, this.#deps.nowMs(), await store.beginMs());
    return { tier, samples: await store.read(tier, sinceMs) };
  }

  close(): void {
    this.#channel?.close();
  }

  async #sample(signal: AbortSignal): Promise<void> {
    // Asked each time: the chain behind an open page may be begun anew.
    this.#scope = await this.#deps.readScope(signal);
    const read = await Promise.allSettled(this.#deps.readSeries(signal));
    const values: Record<string, bigint> = {};
    for (const part of read) if (part.status === 'fulfilled') Object.assign(values, part.value);
    if (signal.aborted || Object.keys(values).length === 0) return;
    await new SampleStore(this.#deps.database, this.#scope).add({ atMs: this.#deps.nowMs(), values });
    this.revision++;
    this.#channel?.postMessage('');
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true });
  });
}

/** Old browsers have no channels, and some refuse them together with all storage. */
function openChannel(name: string): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel(name);
  } catch {
    return undefined;
  }
}
