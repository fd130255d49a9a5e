import type { ConsensusStatus } from '$lib/api/daemon/consensus';
import type { NodeSyncClient } from '$lib/api/quarry/nodeSync';
import type { SyncMode } from '$lib/api/daemon/shapes/syncMode';
import { SyncRate, syncProgress, type SyncProgress } from '$lib/services/node/syncProgress';
import { Attempt } from '../reactive/attempt.svelte';
import type { Live } from '../reactive/live.svelte';

/** The node's synchronization: progress, speed while a page is watching, and pausing. */
export class NodeSync {
  progress = $state.raw<SyncProgress>();
  readonly changing = new Attempt();

  readonly #consensus: Pick<Live<ConsensusStatus>, 'good' | 'refreshAnew'>;
  readonly #client: Pick<NodeSyncClient, 'setMode'>;
  readonly #rate = new SyncRate();

  constructor(consensus: Pick<Live<ConsensusStatus>, 'good' | 'refreshAnew'>, client: Pick<NodeSyncClient, 'setMode'>) {
    this.#consensus = consensus;
    this.#client = client;
  }

  /** Takes the newest status into account; call in an effect. */
  observe(): void {
    const { good } = this.#consensus;
    if (good === undefined) return;
    this.#rate.observe(good.value.height, good.atMs);
    this.progress = syncProgress(good.value, this.#rate.blocksPerSecond, good.atMs);
  }

  /** Resumes, pauses or stops synchronization. @returns whether the node accepted it */
  setMode(mode: SyncMode): Promise<boolean> {
    return this.changing.run(async () => {
      await this.#client.setMode({ body: { mode } });
      await this.#consensus.refreshAnew();
    });
  }
}
