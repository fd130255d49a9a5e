import type { ConsensusStatus } from '$lib/api/daemon/consensus';

/** Where the node is between genesis and the network's tip. */
export interface SyncProgress {
  readonly height: number;
  /** How high the network should be by now; undefined when synced: then it is the height. */
  readonly estimatedTip: number | undefined;
  /** 0 to 1. */
  readonly share: number;
  /** Measured in this page; undefined until there is enough to measure. */
  readonly blocksPerSecond: number | undefined;
  /** Until the tip, which moves on meanwhile; Infinity when it gets no nearer, undefined when not known. */
  readonly secondsLeft: number | undefined;
}

/**
 * How many blocks the network should have: one every block interval since genesis. Difficulty holds the chain to that
 * schedule over the years, so the estimate is out by hours rather than by weeks.
 */
export function estimateTip(
  { genesisTimestamp, blockFrequency, height }: Pick<ConsensusStatus, 'genesisTimestamp' | 'blockFrequency' | 'height'>,
  nowMs: number
): number {
  const scheduled = Math.floor((nowMs / 1000 - genesisTimestamp) / Math.max(1, blockFrequency));
  return Math.max(height, scheduled);
}

/** What a page may say of catching up. */
export function syncProgress(
  status: Pick<ConsensusStatus, 'genesisTimestamp' | 'blockFrequency' | 'height' | 'synced'>,
  blocksPerSecond: number | undefined,
  nowMs: number
): SyncProgress {
  const { height, synced, blockFrequency } = status;
  if (synced) return { height, estimatedTip: undefined, share: 1, blocksPerSecond, secondsLeft: 0 };
  const estimatedTip = estimateTip(status, nowMs);
  return {
    height,
    estimatedTip,
    share: estimatedTip > 0 ? height / estimatedTip : 0,
    blocksPerSecond,
    secondsLeft: secondsLeft(estimatedTip - height, blocksPerSecond, blockFrequency)
  };
}

function secondsLeft(missing: number, blocksPerSecond: number | undefined, blockFrequency: number): number | undefined {
  if (missing === 0) return 0;
  if (blocksPerSecond === undefined) return undefined;
  // The network finds blocks while we catch up.
  const gain = blocksPerSecond - 1 / Math.max(1, blockFrequency);
  return gain > 0 ? missing / gain : Infinity;
}

const WINDOW_MS = 60_000;
const MIN_MS = 4_000;

/** How fast the height moves, over the last minute of looking. */
export class SyncRate {
  #seen: { height: number; atMs: number }[] = [];

  /** Takes what was just read. A height that fell (a reorganisation, another node) starts the measuring anew. */
  observe(height: number, atMs: number): void {
    const last = this.#seen.at(-1);
    if (last && height < last.height) this.#seen = [];
    this.#seen = [...this.#seen.filter((seen) => atMs - seen.atMs <= WINDOW_MS), { height, atMs }];
  }

  /** Undefined until some seconds were seen. */
  get blocksPerSecond(): number | undefined {
    const [first, last] = [this.#seen[0], this.#seen.at(-1)];
    if (!first || !last || last.atMs - first.atMs < MIN_MS) return undefined;
    return ((last.height - first.height) * 1000) / (last.atMs - first.atMs);
  }
}
