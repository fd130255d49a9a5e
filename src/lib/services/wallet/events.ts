import type { Address } from '$lib/chain/address';
import type { WalletStorage } from './ports';
import type { EventTexts, WalletEvent, WalletEventType } from '$lib/wallet/sync/walletEvent';

/** Event filter; all given parts must match. */
export interface EventFilter {
  readonly type?: WalletEventType;
  /** Milliseconds since 1970, inclusive. */
  readonly fromMs?: number;
  /** Exclusive. */
  readonly untilMs?: number;
  readonly direction?: 'in' | 'out';
  /** Minimum amount in hastings, in or out. */
  readonly least?: bigint;
  /** Maximum amount. */
  readonly most?: bigint;
  readonly address?: Address;
  /** Substring of an id, an address or one of the user's texts. */
  readonly text?: string;
}

const absolute = (amount: bigint): bigint => (amount < 0n ? -amount : amount);

function matches(event: WalletEvent, filter: EventFilter, texts: EventTexts | undefined): boolean {
  const { type, fromMs = -Infinity, untilMs = Infinity, direction, least = 0n, most, address, text } = filter;
  const atMs = event.timestamp * 1000;
  const parties = [...event.inputs, ...event.outputs];
  if (type !== undefined && event.type !== type) return false;
  if (atMs < fromMs || atMs >= untilMs) return false;
  if (direction === 'in' && event.coins <= 0n && event.funds <= 0n) return false;
  if (direction === 'out' && event.coins >= 0n && event.funds >= 0n) return false;
  const amount = absolute(event.coins);
  if (amount < least || (most !== undefined && amount > most)) return false;
  if (address !== undefined && !parties.some((party) => party.address === address)) return false;
  return text === undefined || text.trim() === '' || hasText(event, text.trim().toLowerCase(), texts);
}

const hasText = ({ id, inputs, outputs }: WalletEvent, text: string, texts: EventTexts | undefined): boolean =>
  id.includes(text) ||
  texts?.notes.get(id)?.toLowerCase().includes(text) === true ||
  [...inputs, ...outputs].some(
    ({ address }) => address.includes(text) || texts?.nameOf(address).toLowerCase().includes(text) === true
  );

/** @param texts without them, a text is searched for in ids and addresses only */
export const matchingEvents = (
  events: readonly WalletEvent[],
  filter: EventFilter,
  texts: EventTexts | undefined
): readonly WalletEvent[] => events.filter((event) => matches(event, filter, texts));

/**
 * All events, unconfirmed ones first. The two lists are read one after the other, so an event may briefly be in both;
 * the confirmed one wins.
 */
export function withUnconfirmed(
  unconfirmed: readonly WalletEvent[],
  confirmed: readonly WalletEvent[]
): readonly WalletEvent[] {
  const ids = new Set(confirmed.map(({ id }) => id));
  return [...unconfirmed.filter(({ id }) => !ids.has(id)), ...confirmed];
}

/** Events per read, adapted to the number of inputs and outputs in the previous read: a payment may have thousands. */
const FIRST_SCAN = 1;
const MOST_SCAN = 500;
const PARTIES_AT_ONCE = 2_000;
const scanAfter = (page: readonly WalletEvent[], before: number): number => {
  const parties = page.reduce((sum, { inputs, outputs }) => sum + inputs.length + outputs.length, 0);
  const fitting = Math.ceil((before * PARTIES_AT_ONCE) / Math.max(parties, 1));
  return Math.min(MOST_SCAN, 4 * before, fitting);
};

/** A search for events of a wallet. */
export interface EventQuery {
  readonly walletId: string;
  readonly filter: EventFilter;
  /** Without them, a text is searched for in ids and addresses only. */
  readonly texts?: EventTexts;
  /** The event before the first result. */
  readonly last?: WalletEvent;
}

type EventStore = Pick<WalletStorage, 'eventPage'>;

/** Yields the next matching events, newest first, as they are found; reading stops when the caller stops iterating. */
export async function* findEvents(
  store: EventStore,
  { walletId, filter, texts, last }: EventQuery
): AsyncGenerator<WalletEvent> {
  let scan = FIRST_SCAN;
  for (let at = last; ;) {
    const page = await store.eventPage(walletId, filter.type, at, scan);
    for (const event of page) if (matches(event, filter, texts)) yield event;
    at = page.at(-1);
    if (page.length < scan) return;
    scan = scanAfter(page, scan);
  }
}

/** The next page of matching events, newest first; fewer than `limit` only at the end. */
export async function readEvents(store: EventStore, query: EventQuery, limit: number): Promise<WalletEvent[]> {
  const found: WalletEvent[] = [];
  for await (const event of findEvents(store, query)) {
    found.push(event);
    if (found.length === limit) break;
  }
  return found;
}
