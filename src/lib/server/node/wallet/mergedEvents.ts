import type { Address } from '$lib/chain/address';
import type { ChainEvent } from '../store/eventData';
import type { Page } from '../store/paging';
import { FIRST_PLACE, type EventPlace, type EventTable } from '../store/events';

/** Cursor into one address's events. */
interface Reader {
  readonly address: Address;
  /** Read ahead, next one first. */
  places: EventPlace[];
  next: number;
}

const READ_AHEAD = 32;
/** Finding them takes a millisecond. */
const PLACES_PER_STEP = 1_000;

const comesBefore = (a: EventPlace, b: EventPlace): boolean =>
  a.maturity === b.maturity ? a.seq > b.seq : a.maturity > b.maturity;

/**
 * Events of any of the addresses, latest maturity first, without duplicates. A k-way merge of the addresses' ordered
 * lists, so that the first page is cheap however many events follow. Yields while it skips those before the page, of
 * which there can be millions.
 * @param isCurrent whether no event has been removed meanwhile: its position may be that of another one now
 * @returns undefined once one has been
 */
export function* eventsOfAny(
  events: EventTable,
  addresses: ReadonlySet<Address>,
  { offset, limit }: Page,
  isCurrent: () => boolean
): Generator<void, ChainEvent[] | undefined> {
  const places: EventPlace[] = [];
  let passed = 0;
  for (const place of limit === 0 ? [] : placesOfAny(events, addresses)) {
    if (passed++ >= offset) places.push(place);
    if (places.length === limit) break;
    if (passed % PLACES_PER_STEP !== 0) continue;
    yield;
    if (!isCurrent()) return undefined;
  }
  return yield* eventsAt(events, places, (address) => addresses.has(address), isCurrent);
}

/**
 * The events at these positions. Yields before each but the first: one can be as large as a block.
 * @param relevant as in {@link EventTable.at} @param isCurrent and the result as in {@link eventsOfAny}
 */
export function* eventsAt(
  events: EventTable,
  places: readonly EventPlace[],
  relevant: Parameters<EventTable['at']>[1],
  isCurrent: () => boolean
): Generator<void, ChainEvent[] | undefined> {
  const found: ChainEvent[] = [];
  for (const [i, place] of places.entries()) {
    if (i > 0) {
      yield;
      if (!isCurrent()) return undefined;
    }
    found.push(events.at(place, relevant));
  }
  return found;
}

function* placesOfAny(events: EventTable, addresses: ReadonlySet<Address>): Generator<EventPlace> {
  const heap: Reader[] = [];
  for (const address of addresses) {
    const reader = { address, places: events.placesAfter(address, FIRST_PLACE, READ_AHEAD), next: 0 };
    if (reader.places.length > 0) push(heap, reader);
  }
  let last: EventPlace | undefined;
  for (let reader = heap[0]; reader !== undefined; reader = heap[0]) {
    const place = placeOf(reader);
    // An event of several of the addresses is in several lists, at the same position.
    if (place.seq !== last?.seq) yield place;
    last = place;
    advance(events, reader);
    if (reader.next < reader.places.length) sink(heap, 0);
    else removeFirst(heap);
  }
}

const placeOf = ({ places, next }: Reader): EventPlace => places[next]!;

function advance(events: EventTable, reader: Reader): void {
  reader.next++;
  if (reader.next < reader.places.length || reader.places.length < READ_AHEAD) return;
  reader.places = events.placesAfter(reader.address, reader.places.at(-1)!, READ_AHEAD);
  reader.next = 0;
}

// A binary min-heap by position.

function push(heap: Reader[], reader: Reader): void {
  heap.push(reader);
  for (let at = heap.length - 1; at > 0;) {
    const parent = (at - 1) >> 1;
    if (!comesBefore(placeOf(heap[at]!), placeOf(heap[parent]!))) return;
    swap(heap, at, parent);
    at = parent;
  }
}

function removeFirst(heap: Reader[]): void {
  const last = heap.pop()!;
  if (heap.length === 0) return;
  heap[0] = last;
  sink(heap, 0);
}

function sink(heap: Reader[], from: number): void {
  for (let at = from; ;) {
    const [left, right] = [2 * at + 1, 2 * at + 2];
    let first = at;
    if (left < heap.length && comesBefore(placeOf(heap[left]!), placeOf(heap[first]!))) first = left;
    if (right < heap.length && comesBefore(placeOf(heap[right]!), placeOf(heap[first]!))) first = right;
    if (first === at) return;
    swap(heap, at, first);
    at = first;
  }
}

function swap(heap: Reader[], a: number, b: number): void {
  [heap[a], heap[b]] = [heap[b]!, heap[a]!];
}
