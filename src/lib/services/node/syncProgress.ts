import type { ConsensusStatus } from '$lib/api/daemon/consensus';

/** The node's position between genesis and the network's tip. */
export interface SyncProgress {
  readonly height: number;
  /** Estimated height of the network; undefined when synced. */
  readonly estimatedTip: number | undefined;
  /** 0 to 1. */
  readonly share: number;
  /** Measured in this page; undefined before there are enough readings. */
  readonly blocksPerSecond: number | undefined;
  /**
   * Time until synced, counting new blocks meanwhile; Infinity if the distance does not shrink, undefined if unknown.
   */
  readonly secondsLeft: number | undefined;
}

/**
 * Expected height of the network: one block per block interval since genesis. Difficulty keeps the chain on that
 * schedule, so the estimate is off by hours rather than weeks.
 */
export function estimateTip(
  { genesisTimestamp, blockFrequency, height }: Pick<ConsensusStatus, 'genesisTimestamp' | 'blockFrequency' | 'height'>,
  nowMs: number
): number {
  const scheduled = Math.floor((nowMs / 1000 - genesisTimestamp) / Math.max(1, blockFrequency));
  return Math.max(height, scheduled);
}

/** Progress of the synchronisation. */
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
  // The network finds blocks meanwhile.
  const gain = blocksPerSecond - 1 / Math.max(1, blockFrequency);
  return gain > 0 ? missing / gain : Infinity;
}

const WINDOW_MS = 60_000;
const MIN_MS = 4_000;

/** Measures the rate of the height over the last minute. */
export class SyncRate {
  #seen: { height: number; atMs: number }[] = [];

  /** Adds a reading. A decreased height (a reorganisation, another node) restarts the measurement. */
  observe(height: number, atMs: number): void {
    const last = this.#seen.at(-1);
    if (last && height < last.height) this.#seen = [];
    this.#seen = [...this.#seen.filter((seen) => atMs - seen.atMs <= WINDOW_MS), { height, atMs }];
  }

  /** Undefined before some seconds have been measured. */
  get blocksPerSecond(): number | undefined {
    const [first, last] = [this.#seen[0], this.#seen.at(-1)];
    if (!first || !last || last.atMs - first.atMs < MIN_MS) return undefined;
    return ((last.height - first.height) * 1000) / (last.atMs - first.atMs);
  }
}
