import type { ConsensusStatus } from '$lib/api/daemon/consensus';
import { SyncRate, syncProgress, type SyncProgress } from '$lib/services/node/syncProgress';
import type { Live } from '../reactive/live.svelte';

/** How far the node's synchronisation is, and how fast it goes while a page watches. */
export class NodeSync {
  progress = $state.raw<SyncProgress>();

  readonly #consensus: Pick<Live<ConsensusStatus>, 'good'>;
  readonly #rate = new SyncRate();

  constructor(consensus: Pick<Live<ConsensusStatus>, 'good'>) {
    this.#consensus = consensus;
  }

  /** Takes the newest status into account: to be called in an effect. */
  observe(): void {
    const { good } = this.#consensus;
    if (good === undefined) return;
    this.#rate.observe(good.value.height, good.atMs);
    this.progress = syncProgress(good.value, this.#rate.blocksPerSecond, good.atMs);
  }
}
