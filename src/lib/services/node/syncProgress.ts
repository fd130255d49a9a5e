import type { ConsensusStatus } from '$lib/api/daemon/consensus';
import type { SyncMode } from '$lib/api/daemon/shapes/syncMode';

/** The height at which synchronization will end. */
export interface SyncTarget {
  readonly height: number;
  /**
   * `headers`: exact, because headers have been validated up to it. Otherwise an estimate: what peers claim, or the
   * block time applied to the time since the last known block.
   */
  readonly source: 'headers' | 'peers' | 'blockTime';
}

type Status = Pick<
  ConsensusStatus,
  | ('genesisTimestamp' | 'blockFrequency' | 'height' | 'synced' | 'syncMode' | 'announcedHeight')
  | ('headersHeight' | 'headersTimestamp' | 'headersComplete')
>;

/** The node's position between genesis and the network's tip. */
export interface SyncProgress {
  readonly height: number;
  /** Height of the network; undefined when synced. */
  readonly target: SyncTarget | undefined;
  /** 0 to 1. */
  readonly share: number;
  /** Measured in this page; undefined before there are enough readings. */
  readonly blocksPerSecond: number | undefined;
  /**
   * Time until synced, including blocks found in the meantime; Infinity if the distance does not shrink, undefined if
   * unknown.
   */
  readonly secondsLeft: number | undefined;
  /** The user's choice; undefined for nodes that cannot be paused. */
  readonly mode?: SyncMode;
}

/**
 * Expected height of the network: one block per block interval since the last validated header, else since genesis.
 * Difficulty keeps the chain on that schedule, so the estimate is off by hours rather than weeks.
 */
export function estimateTip(status: Omit<Status, 'synced'>, nowMs: number): number {
  const { genesisTimestamp, blockFrequency, height, headersHeight = 0, headersTimestamp } = status;
  const since = headersTimestamp === undefined ? genesisTimestamp : headersTimestamp;
  const from = headersTimestamp === undefined ? 0 : headersHeight;
  const scheduled = Math.floor((nowMs / 1000 - since) / Math.max(1, blockFrequency));
  return Math.max(height, headersHeight, from + scheduled);
}

/**
 * Claims that exceed the block time estimate by more than this are false: difficulty lets no chain run so far ahead.
 */
const MAX_LEAD_SHARE = 0.25;
const MAX_LEAD_BLOCKS = 1_000;

/** The last validated header, if peers have no more; until then an estimate that is never below it. */
function syncTarget(status: Status, nowMs: number): SyncTarget {
  const { height, headersHeight = 0, headersComplete = false, announcedHeight = 0 } = status;
  if (headersComplete && headersHeight >= height) return { height: headersHeight, source: 'headers' };
  const expected = estimateTip(status, nowMs);
  const isClaim = announcedHeight > Math.max(height, headersHeight);
  if (isClaim && announcedHeight <= expected * (1 + MAX_LEAD_SHARE) + MAX_LEAD_BLOCKS) {
    return { height: announcedHeight, source: 'peers' };
  }
  return { height: expected, source: 'blockTime' };
}

/** Progress of the synchronization. */
export function syncProgress(status: Status, blocksPerSecond: number | undefined, nowMs: number): SyncProgress {
  const { height, synced, blockFrequency, syncMode: mode } = status;
  if (synced) return { height, target: undefined, share: 1, blocksPerSecond, secondsLeft: 0, mode };
  const target = syncTarget(status, nowMs);
  return {
    height,
    target,
    share: target.height > 0 ? height / target.height : 0,
    blocksPerSecond,
    secondsLeft: secondsLeft(target.height - height, blocksPerSecond, blockFrequency),
    mode
  };
}

function secondsLeft(missing: number, blocksPerSecond: number | undefined, blockFrequency: number): number | undefined {
  if (missing === 0) return 0;
  if (blocksPerSecond === undefined) return undefined;
  // The network keeps finding blocks.
  const gain = blocksPerSecond - 1 / Math.max(1, blockFrequency);
  return gain > 0 ? missing / gain : Infinity;
}

const WINDOW_MS = 60_000;
const MIN_MS = 4_000;

/** Measures the rate of the height over the last minute. */
export class SyncRate {
  #seen: { height: number; atMs: number }[] = [];

  /**
   * Adds a reading. A decreased height (a reorganization, or another node) restarts the measurement, and so does a clock
   * that was set back.
   */
  observe(height: number, atMs: number): void {
    const last = this.#seen.at(-1);
    if (last && (height < last.height || atMs < last.atMs)) this.#seen = [];
    // The newest reading that is a minute old begins the measurement; one from long before a pause does not.
    const recent = this.#seen.filter((seen) => atMs - seen.atMs < 2 * WINDOW_MS);
    const first = recent.findLastIndex((seen) => atMs - seen.atMs >= WINDOW_MS);
    this.#seen = [...recent.slice(Math.max(0, first)), { height, atMs }];
  }

  /** Undefined until a few seconds have been measured, or a whole minute without a block. */
  get blocksPerSecond(): number | undefined {
    const [first, last] = [this.#seen[0], this.#seen.at(-1)];
    if (!first || !last) return undefined;
    const [blocks, tookMs] = [last.height - first.height, last.atMs - first.atMs];
    return tookMs < (blocks === 0 ? WINDOW_MS : MIN_MS) ? undefined : (blocks * 1000) / tookMs;
  }
}
