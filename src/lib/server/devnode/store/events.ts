import type { DatabaseSync } from 'node:sqlite';
import type { Address } from '$lib/chain/address';
import type { Hash256 } from '$lib/chain/ids';
import { unixSeconds, type Height } from '$lib/chain/time';
import { decodeEventData, encodeEventData, type ChainEvent } from '../chainEvent';
import type { Page } from './coins';
import { addressBytes, idBytes, idText } from './columns';

/** The query that must read in index order; a test asks SQLite for its plan. */
export const EVENT_PAGE = `SELECT events.seq, id, height, events.maturity, timestamp, type, data
  FROM event_addresses CROSS JOIN events ON events.seq = event_addresses.seq
  WHERE address = ? ORDER BY event_addresses.maturity DESC, event_addresses.seq DESC LIMIT ? OFFSET ?`;

/** What happened to addresses, block by block. */
export class EventTable {
  readonly #insert;
  readonly #link;
  readonly #ofBlock;
  readonly #unlink;
  readonly #remove;
  readonly #page;

  constructor(database: DatabaseSync) {
    this.#insert = database.prepare(
      'INSERT INTO events (id, height, maturity, timestamp, type, data) VALUES (?, ?, ?, ?, ?, ?)'
    );
    this.#link = database.prepare('INSERT INTO event_addresses VALUES (?, ?, ?)');
    this.#ofBlock = database.prepare('SELECT seq FROM events WHERE height = ?');
    this.#unlink = database.prepare('DELETE FROM event_addresses WHERE seq = ?');
    this.#remove = database.prepare('DELETE FROM events WHERE height = ?');
    this.#page = database.prepare(EVENT_PAGE);
  }

  insert({ id, height, maturityHeight, timestamp, data, relevant }: ChainEvent): void {
    const { lastInsertRowid: seq } = this.#insert.run(
      idBytes(id),
      height,
      maturityHeight,
      timestamp,
      data.type,
      encodeEventData(data)
    );
    for (const address of new Set(relevant)) this.#link.run(addressBytes(address), maturityHeight, seq);
  }

  /** Forgets what the block at `height` did. */
  removeBlock(height: Height): void {
    for (const { seq } of this.#ofBlock.all(height)) this.#unlink.run(seq!);
    this.#remove.run(height);
  }

  /** Events of an address, latest maturity first: a payout that matures later comes before a newer transaction. */
  page(address: Address, { offset, limit }: Page): ChainEvent[] {
    return this.#page.all(addressBytes(address), limit, offset).map((row) => ({
      id: idText<Hash256>(row.id),
      height: row.height as number,
      maturityHeight: row.maturity as number,
      timestamp: unixSeconds(row.timestamp as number),
      data: decodeEventData(row.type as ChainEvent['data']['type'], row.data as Uint8Array),
      relevant: [address]
    }));
  }
}
