import { readAmount } from '$lib/chain/currency/amountText';
import type { Hastings } from '$lib/chain/currency/currency';
import { readerNotations } from '$lib/messages/quantities/typedNumbers';
import { m } from '$lib/messages/wallet/pages';
import type { EventFilter } from '$lib/services/wallet/events';
import type { WalletEventType } from '$lib/wallet/sync/walletEvent';

/** The event filter in the URL. */
export interface FilterParams {
  readonly type: string;
  /** Days, `2026-11-20`, in the reader's zone; both included. */
  readonly since: string;
  readonly until: string;
  /** Coins, as typed. */
  readonly min: string;
  readonly max: string;
  /** Part of an address, an id or a label. */
  readonly q: string;
}

export const TYPES: readonly WalletEventType[] = ['transaction', 'miner', 'claim', 'contract', 'foundation'];

const KEYS = ['type', 'since', 'until', 'min', 'max', 'q'] as const;

export const readParams = (search: URLSearchParams): FilterParams =>
  Object.fromEntries(KEYS.map((key) => [key, search.get(key) ?? ''])) as unknown as FilterParams;

/** The search text with one parameter changed; those that say nothing are left out. */
export function withParam(search: URLSearchParams, key: string, value: string): string {
  const changed = new URLSearchParams(search);
  if (value === '') changed.delete(key);
  else changed.set(key, value);
  const text = changed.toString();
  return text === '' ? '' : `?${text}`;
}

export const isFiltered = (params: FilterParams): boolean => KEYS.some((key) => params[key] !== '');

/** Start of a day in the reader's zone, in milliseconds since 1970. */
function dayStartMs(text: string, daysLater = 0): number | undefined {
  const start = new Date(`${text}T00:00:00`);
  // By the calendar: where clocks change, a day does not have 24 hours.
  start.setDate(start.getDate() + daysLater);
  const ms = start.getTime();
  return Number.isNaN(ms) ? undefined : ms;
}

/** Why a typed amount filters nothing. */
export function amountProblem(text: string): string | undefined {
  const reading = readAmount(text, readerNotations());
  if (reading.kind === 'ambiguous') return m.filter.ambiguous;
  return reading.kind === 'invalid' ? m.amountProblem[reading.code] : undefined;
}

/** Coins in one of the two filters; an ambiguous text filters nothing. */
function coins(text: string): Hastings | undefined {
  const reading = readAmount(text, readerNotations());
  return reading.kind === 'amount' ? reading.amount : undefined;
}

/** The parameters as what a wallet filters by; those that cannot be read filter nothing. */
export function filterOf({ type, since, until, min, max, q }: FilterParams): EventFilter {
  return {
    type: TYPES.find((known) => known === type),
    fromMs: dayStartMs(since),
    untilMs: dayStartMs(until, 1),
    least: coins(min),
    most: coins(max),
    text: q.trim() === '' ? undefined : q.trim()
  };
}
