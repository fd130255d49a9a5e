import { readAmount } from '$lib/chain/currency/amountText';
import type { Hastings } from '$lib/chain/currency/currency';
import { formats } from '$lib/messages/formats';
import { readerNotations } from '$lib/messages/quantities/typedNumbers';
import { m } from '$lib/messages/wallet/pages';
import type { EventFilter } from '$lib/services/wallet/events';
import { parseLocalTime } from '$lib/services/zonedTime';
import type { WalletEventType } from '$lib/wallet/sync/walletEvent';

/** The event filter in the URL. */
export interface FilterParams {
  readonly type: string;
  /** Days such as `2026-11-20` in the user's time zone, inclusive. */
  readonly since: string;
  readonly until: string;
  /** Amounts in coins, as typed. */
  readonly min: string;
  readonly max: string;
  /** Part of an address, id, label, name or note. */
  readonly q: string;
}

export const TYPES: readonly WalletEventType[] = ['transaction', 'miner', 'claim', 'contract', 'foundation'];

const KEYS = ['type', 'since', 'until', 'min', 'max', 'q'] as const;

export const readParams = (search: URLSearchParams): FilterParams =>
  Object.fromEntries(KEYS.map((key) => [key, search.get(key) ?? ''])) as unknown as FilterParams;

/** The query string with one parameter changed; empty parameters are omitted. */
export function withParam(search: URLSearchParams, key: string, value: string): string {
  const changed = new URLSearchParams(search);
  if (value === '') changed.delete(key);
  else changed.set(key, value);
  const text = changed.toString();
  return text === '' ? '' : `?${text}`;
}

export const isFiltered = (params: FilterParams): boolean => KEYS.some((key) => params[key] !== '');

/** Start of a day in the user's time zone, milliseconds since 1970. */
function dayStartMs(text: string): number | undefined {
  const ms = parseLocalTime(text, formats().timeZone);
  return Number.isNaN(ms) ? undefined : ms;
}

/** The day after a day such as `2026-11-20`; other text unchanged. */
function nextDay(text: string): string {
  const day = new Date(`${text}T00:00Z`);
  day.setUTCDate(day.getUTCDate() + 1);
  return Number.isNaN(day.getTime()) ? text : day.toISOString().slice(0, -'T00:00:00.000Z'.length);
}

/** Error of a typed amount, which then does not filter. */
export function amountProblem(text: string): string | undefined {
  const reading = readAmount(text, readerNotations());
  if (reading.kind === 'ambiguous') return m.filter.ambiguous;
  return reading.kind === 'invalid' ? m.amountProblem[reading.code] : undefined;
}

/** Coins of a `min` or `max` filter; an ambiguous text does not filter. */
function coins(text: string): Hastings | undefined {
  const reading = readAmount(text, readerNotations());
  return reading.kind === 'amount' ? reading.amount : undefined;
}

/** The parameters as a wallet filter; invalid ones do not filter. */
export function filterOf({ type, since, until, min, max, q }: FilterParams): EventFilter {
  return {
    type: TYPES.find((known) => known === type),
    fromMs: dayStartMs(since),
    untilMs: dayStartMs(nextDay(until)),
    least: coins(min),
    most: coins(max),
    text: q.trim() === '' ? undefined : q.trim()
  };
}
