import type { DatabaseSync } from 'node:sqlite';
import type { Address } from '$lib/chain/address';
import { hastings, type Hastings } from '$lib/chain/currency/currency';
import { addressBytes, addressOf, amountBytes, amountOf } from './columns';

/**
 * What each address owns, kept so that a balance costs one look-up however many outputs it is made of. Changes are
 * gathered and written together: a block touches few addresses many times.
 */
export class BalanceTable {
  readonly #get;
  readonly #put;
  readonly #remove;
  readonly #changes = new Map<Address, bigint>();

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

  change(address: Address, difference: bigint): void {
    this.#changes.set(address, (this.#changes.get(address) ?? 0n) + difference);
  }

  /** Writes what has changed; part of the transaction that changed it. */
  write(): void {
    for (const [address, difference] of this.#changes) {
      if (difference === 0n) continue;
      const key = addressBytes(address);
      const total = hastings(this.#total(key) + difference);
      if (total === 0n) this.#remove.run(key);
      else this.#put.run(key, amountBytes(total));
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
  for (const { address, value } of unspent.iterate()) balances.change(addressOf(address), amountOf(value));
  balances.write();
}
