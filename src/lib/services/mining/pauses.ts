/** When mining pauses automatically. */
export interface PauseRules {
  /** While the computer runs on battery. */
  readonly onBattery: boolean;
  /** While the battery is below {@link LOW_BATTERY}, even if it is charging. */
  readonly lowBattery: boolean;
  /** While the user is active on the computer, or if the browser does not report that, on this page. */
  readonly whileBusy: boolean;
  /** Outside these hours; undefined for no restriction. */
  readonly hours?: DailyHours;
}

/** A time of day, minutes since midnight; it may cross midnight, and equal ends mean the whole day. */
export interface DailyHours {
  readonly from: number;
  readonly to: number;
}

export const DEFAULT_PAUSES: PauseRules = { onBattery: true, lowBattery: true, whileBusy: false };

/** Inputs of the rules. */
export interface Surroundings {
  /** Undefined if the browser does not report it; the battery rules then do not apply. */
  readonly battery?: { readonly charging: boolean; readonly level: number };
  readonly isBusy: boolean;
  /** Minutes since midnight, local time. */
  readonly minute: number;
}

export type PauseReason = 'battery' | 'low-battery' | 'busy' | 'hours';

/** Share of a full battery. */
export const LOW_BATTERY = 0.2;
/** Without input for this long, the user counts as idle; also the minimum of the Idle Detection API. */
export const BUSY_MS = 60_000;

const MINUTES_PER_DAY = 24 * 60;

/** Why mining pauses; undefined if it may run. */
export function pauseReason(rules: PauseRules, { battery, isBusy, minute }: Surroundings): PauseReason | undefined {
  if (rules.onBattery && battery && !battery.charging) return 'battery';
  if (rules.lowBattery && battery && battery.level < LOW_BATTERY) return 'low-battery';
  if (rules.whileBusy && isBusy) return 'busy';
  return rules.hours && !isWithin(rules.hours, minute) ? 'hours' : undefined;
}

function isWithin({ from, to }: DailyHours, minute: number): boolean {
  if (from === to) return true;
  return from < to ? minute >= from && minute < to : minute >= from || minute < to;
}

const isMinute = (value: unknown): value is number =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) < MINUTES_PER_DAY;

/** Decodes stored rules; undefined if invalid. */
export function parsePauses(stored: unknown): PauseRules | undefined {
  const { onBattery, lowBattery, whileBusy, hours } = (stored ?? {}) as Partial<Record<keyof PauseRules, unknown>>;
  if (typeof onBattery !== 'boolean' || typeof lowBattery !== 'boolean' || typeof whileBusy !== 'boolean')
    return undefined;
  const { from, to } = (hours ?? {}) as Partial<Record<keyof DailyHours, unknown>>;
  if (hours !== undefined && !(isMinute(from) && isMinute(to))) return undefined;
  return { onBattery, lowBattery, whileBusy, ...(isMinute(from) && isMinute(to) && { hours: { from, to } }) };
}

/** "22:30" as minutes since midnight; undefined if invalid. */
export function parseTimeOfDay(text: string): number | undefined {
  const [, hour, minute] = /^(\d{2}):(\d{2})$/.exec(text) ?? [];
  const value = Number(hour) * 60 + Number(minute);
  return isMinute(value) && Number(minute) < 60 ? value : undefined;
}

/** Minutes since midnight in the format of a time field: "22:30". */
export const formatTimeOfDay = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
