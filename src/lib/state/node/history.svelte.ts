import type { RecentAnswers } from '$lib/services/history/recentAnswers';
import { Sampler, type SamplerDeps } from '$lib/services/history/sampler';
import type { Sample, SampleTier } from '$lib/services/history/samples';
import type { HistoryRange } from '$lib/services/history/series';
import type { OpenChannel, RunAsLeader, TabChannel } from '$lib/services/ports';

const NAME = 'quarry:history';

interface HistoryDeps extends SamplerDeps {
  /** Distinguishes this history from those of other nodes in other tabs. */
  readonly name?: string;
  readonly recent: RecentAnswers;
  readonly runAsLeader: RunAsLeader;
  readonly openChannel: OpenChannel;
}

/** The node's history, sampled and stored by this browser while Quarry is open; one tab at a time takes samples. */
export class History {
  /** Incremented with every sample stored by any tab; charts reload then. */
  revision = $state(0);
  /** What pages read, for the sampler. */
  readonly recent: RecentAnswers;
  readonly #deps: HistoryDeps;
  readonly #sampler: Sampler;
  readonly #channel: TabChannel<''>;
  readonly #name: string;

  constructor(deps: HistoryDeps) {
    this.#deps = deps;
    this.recent = deps.recent;
    this.#sampler = new Sampler(deps);
    this.#name = deps.name === undefined ? NAME : `${NAME}:${deps.name}`;
    this.#channel = deps.openChannel(this.#name, () => this.revision++);
  }

  /** Samples until the signal aborts, in one tab at a time. */
  follow(signal: AbortSignal): Promise<void> {
    const run = async () => {
      const sampled = this.#sampler.run(signal);
      while (!(await sampled.next()).done) {
        this.revision++;
        this.#channel.post('');
      }
    };
    return this.#deps.runAsLeader(this.#name, { signal, run });
  }

  /** The stored samples of a range, oldest first, with their tier. */
  read(range: HistoryRange): Promise<{ tier: SampleTier; samples: readonly Sample[] }> {
    return this.#sampler.read(range);
  }

  close(): void {
    this.#channel.close();
  }
}
