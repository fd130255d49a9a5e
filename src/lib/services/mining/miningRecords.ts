import type { WorkServiceId } from '$lib/api/services/ids';
import { hastings, type Hastings } from '$lib/chain/currency/currency';
import type { EngineInfo } from '$lib/mining/grinder/grinder';

/** Blocks or shares by outcome. */
export interface Outcomes {
  readonly accepted: number;
  readonly stale: number;
  readonly rejected: number;
}

/** Totals of mining. */
export interface MiningTotals {
  /** Time that engines searched, without pauses. */
  readonly minedMs: number;
  readonly hashes: bigint;
  readonly blocks: Outcomes;
  readonly shares: Outcomes;
  /** Rewards of accepted blocks; a pool's payouts are unknown. */
  readonly earned: Hastings;
  /** Watt hours; undefined if the power draw of an engine was unknown. */
  readonly energyWh: number | undefined;
}

/** Work of one engine for one source, from the start of mining to its stop or midnight. */
export interface MiningRecord extends MiningTotals {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly startedAtMs: number;
  /** When it was last added to; milliseconds since 1970. */
  readonly endedAtMs: number;
  readonly engine: EngineInfo;
  readonly work: WorkServiceId;
}

/** Number of records that are kept. */
export const MAX_RECORDS = 2_000;

/** Storage of the records; every call is one transaction. */
export interface MiningRecordStorage {
  /** Newest first. */
  read(): Promise<MiningRecord[]>;
  /** Stores a record, replacing one with the same id, and deletes the oldest beyond {@link MAX_RECORDS}. */
  put(record: MiningRecord): Promise<void>;
  clear(): Promise<void>;
}

const NONE: Outcomes = { accepted: 0, stale: 0, rejected: 0 };
export const NO_TOTALS: MiningTotals = {
  minedMs: 0,
  hashes: 0n,
  blocks: NONE,
  shares: NONE,
  earned: hastings(0n),
  energyWh: 0
};

export const count = (outcomes: Outcomes, kind: keyof Outcomes): Outcomes => ({
  ...outcomes,
  [kind]: outcomes[kind] + 1
});

const addOutcomes = (a: Outcomes, b: Outcomes): Outcomes => ({
  accepted: a.accepted + b.accepted,
  stale: a.stale + b.stale,
  rejected: a.rejected + b.rejected
});

/** The energy of both together is unknown if that of one is. */
export const addTotals = (a: MiningTotals, b: MiningTotals): MiningTotals => ({
  minedMs: a.minedMs + b.minedMs,
  hashes: a.hashes + b.hashes,
  blocks: addOutcomes(a.blocks, b.blocks),
  shares: addOutcomes(a.shares, b.shares),
  earned: hastings(a.earned + b.earned),
  energyWh: a.energyWh === undefined || b.energyWh === undefined ? undefined : a.energyWh + b.energyWh
});

/** The totals of one day. */
export interface MiningDay extends MiningTotals {
  /** As returned by `dayOf`. */
  readonly day: string;
  /** Start of its first record, milliseconds since 1970. */
  readonly startedAtMs: number;
}

/**
 * Totals of each day with records, newest first; a record belongs to the day that it began on.
 * @param records newest first
 */
export function totalsByDay(records: readonly MiningRecord[], dayOf: (atMs: number) => string): MiningDay[] {
  const days = new Map<string, MiningDay>();
  for (const record of records) {
    const day = dayOf(record.startedAtMs);
    days.set(day, { ...addTotals(days.get(day) ?? NO_TOTALS, record), day, startedAtMs: record.startedAtMs });
  }
  return [...days.values()];
}

const HALF_DAY_MS = 12 * 60 * 60 * 1000;

/**
 * A time on each day to show, oldest first: today, and back to the first record or as far as a chart needs.
 * @param dayOf the day in the reader's time zone, which need not be the browser's
 */
export function daysToShow(
  { nowMs, firstMs, min, max }: { nowMs: number; firstMs: number; min: number; max: number },
  dayOf: (atMs: number) => string
): number[] {
  const days = new Map<string, number>();
  const add = (atMs: number) => void (days.has(dayOf(atMs)) || days.set(dayOf(atMs), atMs));
  // Half days, so that no day is skipped because it was shorter than the others.
  for (let atMs = nowMs; days.size < max && (days.size < min || atMs > firstMs); atMs -= HALF_DAY_MS) add(atMs);
  if (days.size < max) add(Math.min(firstMs, nowMs));
  return [...days.values()].reverse();
}

/** Average hashes per second; undefined if no time was mined. */
export const meanRate = ({ hashes, minedMs }: MiningTotals): number | undefined =>
  minedMs > 0 ? (Number(hashes) * 1_000) / minedMs : undefined;
