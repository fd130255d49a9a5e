import type { DatabaseSync } from 'node:sqlite';
import type { Address } from '$lib/chain/address';
import type { Hash256 } from '$lib/chain/ids';
import { unixSeconds, type Height } from '$lib/chain/time';
import { decodeEventData, encodeEventData, type ChainEvent } from './eventData';
import type { Page } from './paging';
import { addressBytes, addressOf, idBytes, idText, whereId } from './columns';
import { Writes } from './writes/writes';

const COLUMNS = 'events.seq, id, height, events.maturity, timestamp, type, data';

/** Positions of a page of the events of an owner, in its order; the offset is skipped within the index. */
const eventPage = (table: string, owner: string): string =>
  `SELECT maturity, seq FROM ${table} WHERE ${owner} = ? ORDER BY maturity DESC, seq DESC LIMIT ? OFFSET ?`;

/** These queries must read in index order; a test checks their plans. */
export const EVENT_PAGE = eventPage('event_addresses', 'address');
export const WALLET_EVENT_PAGE = eventPage('wallet_events', 'wallet');
/** Positions of the events of an address after a given one, without the events. */
export const EVENT_PLACES = `SELECT maturity, seq FROM event_addresses
  WHERE address = ? AND (maturity, seq) < (?, ?) ORDER BY maturity DESC, seq DESC LIMIT ?`;

export const ADDRESS_EVENTS_AT = `SELECT ${COLUMNS}
  FROM event_addresses CROSS JOIN events ON events.seq = event_addresses.seq
  WHERE address = ? AND event_addresses.maturity = ?`;

/** Adds the events from a sequence number on to the wallets that contain their addresses. */
const WALLETS_OF_EVENTS = `INSERT OR IGNORE INTO wallet_events
  SELECT wallet, event_addresses.maturity, event_addresses.seq
  FROM event_addresses CROSS JOIN wallet_addresses USING (address)
  WHERE event_addresses.seq >= ? AND EXISTS (SELECT 1 FROM wallet_addresses)`;

/** Position of an event: by maturity, then sequence, both descending. */
export interface EventPlace {
  readonly maturity: Height;
  readonly seq: number;
}

/** Before all events. */
export const FIRST_PLACE: EventPlace = { maturity: Number.MAX_SAFE_INTEGER, seq: 0 };

/** Events of addresses, by block. */
export class EventTable {
  readonly #insert;
  readonly #link;
  readonly #linkWallets;
  readonly #ofBlock;
  readonly #unlink;
  readonly #remove;
  readonly #page;
  readonly #walletPage;
  readonly #places;
  readonly #bySeq;
  readonly #byId;
  readonly #atHeight;
  readonly #ofAddressAt;
  readonly #addresses;
  readonly #last;
  /** Sequence number of the next event, if known: those that another thread is writing cannot be read yet. */
  next: number | undefined;

  constructor(database: DatabaseSync, writes = new Writes(database)) {
    this.#insert = writes.prepare(
      'INSERT INTO events (seq, id, height, maturity, timestamp, type, data) VALUES (?, ?, ?, ?, ?, ?, ?)'
    );
    this.#link = writes.prepare('INSERT INTO event_addresses VALUES (?, ?, ?)');
    this.#linkWallets = writes.prepare(WALLETS_OF_EVENTS);
    this.#ofBlock = database.prepare('SELECT seq FROM events WHERE height = ?');
    this.#unlink = writes.prepare('DELETE FROM event_addresses WHERE seq = ?');
    this.#remove = writes.prepare('DELETE FROM events WHERE height = ?');
    this.#page = database.prepare(EVENT_PAGE);
    this.#walletPage = database.prepare(WALLET_EVENT_PAGE);
    this.#places = database.prepare(EVENT_PLACES);
    this.#bySeq = database.prepare(`SELECT ${COLUMNS} FROM events WHERE seq = ?`);
    this.#byId = database.prepare(`SELECT ${COLUMNS} FROM events WHERE ${whereId} ORDER BY seq DESC LIMIT 1`);
    this.#atHeight = database.prepare(`SELECT ${COLUMNS} FROM events WHERE height = ?`);
    this.#ofAddressAt = database.prepare(ADDRESS_EVENTS_AT);
    this.#addresses = database.prepare('SELECT address FROM event_addresses WHERE seq = ?');
    this.#last = database.prepare('SELECT max(seq) AS seq FROM events');
  }

  /** Adds the events of a block. */
  insertAll(events: readonly ChainEvent[]): void {
    const [first] = events.map((event) => this.#insertOne(event));
    if (first !== undefined) this.#linkWallets.run(first);
  }

  /** @returns its sequence number */
  #insertOne({ id, height, maturityHeight, timestamp, data, relevant }: ChainEvent): number {
    this.next ??= ((this.#last.get()!.seq as number | null) ?? 0) + 1;
    const seq = this.next++;
    this.#insert.run(seq, idBytes(id), height, maturityHeight, timestamp, data.type, encodeEventData(data));
    for (const address of new Set(relevant)) this.#link.run(addressBytes(address), maturityHeight, seq);
    return seq;
  }

  /** Deletes the events of the block at `height`. */
  removeBlock(height: Height): void {
    for (const { seq } of this.#ofBlock.all(height)) this.#unlink.run(seq!);
    this.#remove.run(height);
    this.next = undefined;
  }

  /** Events of an address, latest maturity first: a payout that matures later comes before a newer transaction. */
  places(address: Address, { offset, limit }: Page): EventPlace[] {
    return this.#page.all(addressBytes(address), limit, offset) as unknown as EventPlace[];
  }

  /** Events of all addresses of a wallet, in the same order, each once. */
  walletPlaces(wallet: number, { offset, limit }: Page): EventPlace[] {
    return this.#walletPage.all(wallet, limit, offset) as unknown as EventPlace[];
  }

  /** Positions of up to `count` events of an address after a given one. */
  placesAfter(address: Address, { maturity, seq }: EventPlace, count: number): EventPlace[] {
    return this.#places.all(addressBytes(address), maturity, seq, count) as unknown as EventPlace[];
  }

  /** The event at a position. @param relevant addresses, or which of its own are */
  at({ seq }: EventPlace, relevant: readonly Address[] | ((address: Address) => boolean)): ChainEvent {
    const row = this.#bySeq.get(seq)!;
    return storedEvent(row, typeof relevant === 'function' ? this.#relevantTo(seq, relevant) : relevant);
  }

  /** The event with an id, without addresses. */
  get(id: Hash256): ChainEvent | undefined {
    const row = this.#byId.get(idBytes(id));
    return row && storedEvent(row, []);
  }

  /** The events of the block at `height`. */
  *ofBlock(height: Height): Generator<ChainEvent> {
    for (const row of this.#atHeight.iterate(height)) yield storedEvent(row, []);
  }

  /** The events of an address that mature at `height`: the transactions of that block, and earlier payouts. Without addresses. */
  *maturingAt(address: Address, height: Height): Generator<ChainEvent> {
    for (const row of this.#ofAddressAt.iterate(addressBytes(address), height)) yield storedEvent(row, []);
  }

  #relevantTo(seq: number, isRelevant: (address: Address) => boolean): Address[] {
    return this.#addresses
      .all(seq)
      .map(({ address }) => addressOf(address))
      .filter(isRelevant);
  }
}

const storedEvent = (row: Record<string, unknown>, relevant: readonly Address[]): ChainEvent => ({
  id: idText<Hash256>(row.id),
  height: row.height as number,
  maturityHeight: row.maturity as number,
  timestamp: unixSeconds(row.timestamp as number),
  data: decodeEventData(row.type as ChainEvent['data']['type'], row.data as Uint8Array),
  relevant
});
