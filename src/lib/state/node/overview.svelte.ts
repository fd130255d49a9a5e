import type { Daemon } from '$lib/api/daemon/client';
import type { ConsensusStatus, DaemonBlock } from '$lib/api/daemon/consensus';
import type { GatewayStatus } from '$lib/api/daemon/gateway';
import type { MinerStatus } from '$lib/api/daemon/miner';
import type { BlockId } from '$lib/chain/ids';
import type { Height } from '$lib/chain/time';
import type { NodeStatus } from './nodeStatus.svelte';
import { pollWhileVisible, Live } from '../reactive/live.svelte';

const EVERY_MS = 2_000;
const RECENT_BLOCKS = 8;

/** The overview page's data of the node; each part is polled, fails and is retried independently. */
export class Overview {
  /** The newest block, for its timestamp: the status has only its id. */
  readonly tip: Live<DaemonBlock>;
  /** The newest blocks of the chain, newest first. */
  readonly recent: Live<readonly DaemonBlock[]>;
  readonly gateway: Live<GatewayStatus>;
  readonly miner: Live<MinerStatus>;
  readonly version: Live<string>;

  readonly #daemon: Daemon;
  readonly #nodeStatus: NodeStatus;
  /** Cache of blocks, newest first: blocks are immutable. */
  #known: readonly DaemonBlock[] = [];

  constructor(daemon: Daemon, nodeStatus: NodeStatus) {
    this.#daemon = daemon;
    this.#nodeStatus = nodeStatus;
    this.tip = new Live((signal) => this.#readTip(signal));
    this.recent = new Live((signal) => this.#readRecent(signal));
    this.gateway = new Live((signal) => daemon.gateway.status({}, { signal }));
    this.miner = new Live((signal) => daemon.miner.status({}, { signal }));
    this.version = new Live(async (signal) => (await daemon.daemon.version({}, { signal })).version);
  }

  /** Polls while the page is visible; returns the stop function. */
  follow(): () => void {
    return pollWhileVisible([this.tip, this.recent, this.gateway, this.miner, this.version], EVERY_MS);
  }

  async #readStatus(signal: AbortSignal): Promise<ConsensusStatus> {
    const { consensus } = this.#nodeStatus;
    await consensus.refresh(signal);
    if (!consensus.value || consensus.problem) throw consensus.problem ?? signal.reason;
    return consensus.value;
  }

  async #readTip(signal: AbortSignal): Promise<DaemonBlock> {
    return this.#block((await this.#readStatus(signal)).currentBlock, signal);
  }

  async #readRecent(signal: AbortSignal): Promise<readonly DaemonBlock[]> {
    const { currentBlock, height, firstBodyHeight: first = 0 } = await this.#readStatus(signal);
    // All at once the first time. A reorganisation may come between them, so each is still taken by its child's link.
    if (this.#known.length === 0)
      this.#known = await this.#readNewest(height, Math.min(RECENT_BLOCKS, height - first + 1), signal);
    const recent = [await this.#block(currentBlock, signal)];
    for (let last = recent[0]; last && last.height > first && recent.length < RECENT_BLOCKS; last = recent.at(-1)) {
      recent.push(await this.#block(last.parentId, signal));
    }
    this.#known = recent;
    return recent;
  }

  #readNewest(height: Height, count: number, signal: AbortSignal): Promise<readonly DaemonBlock[]> {
    const { block } = this.#daemon.consensus;
    return Promise.all(
      Array.from({ length: count }, (_, depth) => block({ query: { height: height - depth } }, { signal }))
    );
  }

  async #block(id: BlockId, signal: AbortSignal): Promise<DaemonBlock> {
    const known = this.#known.find((block) => block.id === id);
    return known ?? (await this.#daemon.consensus.block({ query: { id } }, { signal }));
  }
}
