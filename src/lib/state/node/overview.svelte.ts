import type { Daemon } from '$lib/api/daemon/client';
import type { ConsensusStatus } from '$lib/api/daemon/consensus';
import type { GatewayStatus } from '$lib/api/daemon/gateway';
import type { MinerStatus } from '$lib/api/daemon/miner';
import type { BlockSummary, NewestBlocks } from '$lib/api/quarry/newestBlocks';
import type { NodeStatus } from './nodeStatus.svelte';
import { pollWhileVisible, Live } from '../reactive/live.svelte';

const EVERY_MS = 2_000;
/** Changes only with a restart, after which polled values are read at once. */
const VERSION_EVERY_MS = 60_000;

/** The overview page's data of the node; each part is polled, fails and is retried independently. */
export class Overview {
  /** The newest block, for its timestamp: the status has only its id. */
  readonly tip: Live<BlockSummary>;
  /** The newest blocks of the chain, newest first. */
  readonly recent: Live<readonly BlockSummary[]>;
  readonly gateway: Live<GatewayStatus>;
  readonly miner: Live<MinerStatus>;
  readonly version: Live<string>;

  readonly #newestBlocks: NewestBlocks;
  readonly #nodeStatus: Pick<NodeStatus, 'consensus'>;

  constructor(
    daemon: Pick<Daemon, 'gateway' | 'miner' | 'daemon'>,
    newestBlocks: NewestBlocks,
    nodeStatus: Pick<NodeStatus, 'consensus'>
  ) {
    this.#newestBlocks = newestBlocks;
    this.#nodeStatus = nodeStatus;
    this.tip = new Live((signal) => this.#readTip(signal));
    this.recent = new Live((signal) => this.#readRecent(signal));
    this.gateway = new Live((signal) => daemon.gateway.status({}, { signal }));
    this.miner = new Live((signal) => daemon.miner.status({}, { signal }));
    this.version = new Live(
      async (signal) => (await daemon.daemon.version({}, { signal })).version,
      Date.now,
      2 * VERSION_EVERY_MS
    );
  }

  /** Polls the chain's newest blocks while the page is visible. @returns the stop function */
  follow(): () => void {
    return pollWhileVisible([this.tip, this.recent], EVERY_MS);
  }

  /** Polls the node's peers, miner and version while the page is visible. @returns the stop function */
  followNode(): () => void {
    const ends = [
      pollWhileVisible([this.gateway, this.miner], EVERY_MS),
      pollWhileVisible([this.version], VERSION_EVERY_MS)
    ];
    return () => ends.forEach((end) => end());
  }

  async #readTip(signal: AbortSignal): Promise<BlockSummary> {
    await this.recent.refresh(signal);
    const [newest] = this.recent.value ?? [];
    if (!newest || this.recent.problem) throw this.recent.problem ?? signal.reason;
    return newest;
  }

  async #readRecent(signal: AbortSignal): Promise<readonly BlockSummary[]> {
    const recent = this.recent.value;
    // The first read does not wait for the status.
    return recent && recent[0]?.id === (await this.#readStatus(signal)).currentBlock
      ? recent
      : this.#newestBlocks.list({}, { signal });
  }

  async #readStatus(signal: AbortSignal): Promise<ConsensusStatus> {
    const { consensus } = this.#nodeStatus;
    // The app polls it, as often. Negative once the clock was set back.
    const ageMs = Date.now() - (consensus.atMs ?? -Infinity);
    if (ageMs < 0 || ageMs >= EVERY_MS) await consensus.refresh(signal);
    if (!consensus.value || consensus.problem) throw consensus.problem ?? signal.reason;
    return consensus.value;
  }
}
