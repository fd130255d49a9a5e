import { Buffer } from 'node:buffer';
import type { DatabaseSync } from 'node:sqlite';
import type { Address } from '$lib/chain/address';
import { hastings, type Hastings } from '$lib/chain/currency';
import { addressBytes, amountBytes, amountOf } from './columns';

/**
 * What each address owns, kept so that a balance costs one look-up however many outputs it is made of. Changes are
 * gathered and written together: a block touches few addresses many times.
 */
export class BalanceTable {
  readonly #get;
  readonly #put;
  readonly #remove;
  /** By address, hexadecimal. */
  readonly #changes = new Map<string, bigint>();

  constructor(database: DatabaseSync) {
    this.#get = database.prepare('SELECT total FROM coin_balances WHERE address = ?');
    this.#put = database.prepare(
      'INSERT INTO coin_balances VALUES (?, ?) ON CONFLICT DO UPDATE SET total = excluded.total'
    );
    this.#remove = database.prepare('DELETE FROM coin_balances WHERE address = ?');
  }

  /** The sum of an address' unspent outputs. */
  of(address: Address): Hastings {
    return this.#total(addressBytes(address));
  }

  /** @param address its 32 bytes */
  change(address: Uint8Array, difference: bigint): void {
    const key = Buffer.from(address.buffer, address.byteOffset, address.byteLength).toString('hex');
    this.#changes.set(key, (this.#changes.get(key) ?? 0n) + difference);
  }

  /** Writes what has changed; part of the transaction that changed it. */
  write(): void {
    for (const [key, difference] of this.#changes) {
      if (difference === 0n) continue;
      const address = Buffer.from(key, 'hex');
      const total = hastings(this.#total(address) + difference);
      if (total === 0n) this.#remove.run(address);
      else this.#put.run(address, amountBytes(total));
    }
    this.#changes.clear();
  }

  /** Forgets what was gathered: its transaction failed. */
  forget(): void {
    this.#changes.clear();
  }

  #total(address: Uint8Array): Hastings {
    const row = this.#get.get(address);
    return row ? amountOf(row.total) : hastings(0n);
  }
}

/** Fills the table of a file that was made without it. */
export function fillBalances(database: DatabaseSync): void {
  const balances = new BalanceTable(database);
  const unspent = database.prepare('SELECT address, value FROM coins WHERE spent IS NULL');
  for (const { address, value } of unspent.iterate()) balances.change(address as Uint8Array, amountOf(value));
  balances.write();
}
