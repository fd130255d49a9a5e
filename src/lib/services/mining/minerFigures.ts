import type { Address } from '$lib/chain/address';
import type { Hastings } from '$lib/chain/currency/currency';
import type { BlockId } from '$lib/chain/ids';
import type { Height } from '$lib/chain/time';
import type { AppError } from '$lib/errors';
import type { HashRates } from '$lib/mining/metrics/hashRate';
import type { ShareFault } from '$lib/mining/work/workSource';
import type { Throttling } from './timerDrift';

/** A block solved in this tab. */
export interface FoundBlock {
  readonly id: BlockId;
  readonly height: Height;
  readonly atMs: number;
  readonly outcome: 'accepted' | 'stale' | 'rejected';
  /** Why the node rejected the block. */
  readonly problem?: AppError;
  /** The reward of an accepted block, read from the chain. */
  readonly reward?: Hastings;
  readonly paidTo?: Address;
}

const NO_SHARES = { accepted: 0, stale: 0, duplicate: 0, lowDifficulty: 0, unauthorized: 0, other: 0, lost: 0 };

/** Shares by the pool's response. */
export type ShareCounters = Readonly<Record<keyof typeof NO_SHARES, number>>;

export interface BlockCounters {
  readonly accepted: number;
  readonly stale: number;
  readonly rejected: number;
  /** Nonces reported by an engine that failed verification. */
  readonly invalid: number;
}

/** Hashes per second, one value per second for up to an hour; times are Unix seconds. */
export interface RateHistory {
  readonly tSeconds: number[];
  readonly hashesPerSecond: number[];
}

/** Hashes per second as estimated from accepted shares and as measured, for each second of pool mining. */
export interface ShareHistory {
  readonly tSeconds: number[];
  readonly proven: number[];
  readonly measured: number[];
}

/** Figures of one engine since it was started. */
export interface DeviceFigures {
  /** Average over the last minute. */
  readonly hashesPerSecond: number;
  readonly hashes: bigint;
}

/** Mining statistics; unchanged parts keep their identity. */
export interface MinerFigures {
  readonly counters: BlockCounters;
  readonly rates: HashRates;
  readonly history: RateHistory;
  readonly totalHashes: bigint;
  /** By the engine's index in its team; without a team only the first. */
  readonly devices: readonly DeviceFigures[];
  /** How far the browser slowed the page down while it was hidden; undefined if it did not. */
  readonly throttling: Throttling | undefined;
  readonly bestHash: { readonly id: BlockId; readonly difficulty: bigint } | undefined;
  readonly shares: ShareCounters;
  /** The last rejection of a share, with the pool's error text, if any. */
  readonly shareRefusal: { readonly fault: ShareFault; readonly reason: string } | undefined;
  readonly shareHistory: ShareHistory;
  /** Newest first. */
  readonly found: readonly FoundBlock[];
}

export const NO_RATES: HashRates = { second: 0, minute: 0, hour: 0 };
export const NO_POOL = {
  shares: NO_SHARES,
  shareRefusal: undefined,
  shareHistory: { tSeconds: [], proven: [], measured: [] }
};

export const NO_FIGURES: MinerFigures = {
  counters: { accepted: 0, stale: 0, rejected: 0, invalid: 0 },
  rates: NO_RATES,
  history: { tSeconds: [], hashesPerSecond: [] },
  totalHashes: 0n,
  devices: [],
  throttling: undefined,
  bestHash: undefined,
  ...NO_POOL,
  found: []
};
