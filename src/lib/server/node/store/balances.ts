import type { DatabaseSync } from 'node:sqlite';
import type { Address } from '$lib/chain/address';
import { hastings, type Hastings } from '$lib/chain/currency/currency';
import { addressBytes, addressOf, amountBytes, amountOf } from './columns';

/**
 * Balance of each address, so that a query costs one look-up regardless of the number of outputs. Changes are batched:
 * the blocks of a transaction touch few addresses many times.
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

  /** Sum of the unspent outputs of an address. */
  of(address: Address): Hastings {
    return this.#total(addressBytes(address));
  }

  change(address: Address, difference: bigint): void {
    this.#changes.set(address, (this.#changes.get(address) ?? 0n) + difference);
  }

  /** Writes the batched changes, within the transaction that made them. */
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

  /** Discards the batched changes after a failed transaction. */
  forget(): void {
    this.#changes.clear();
  }

  #total(address: Uint8Array): Hastings {
    const row = this.#get.get(address);
    return row ? amountOf(row.total) : hastings(0n);
  }
}

/** Migration: fills the table from the outputs. */
export function fillBalances(database: DatabaseSync): void {
  const balances = new BalanceTable(database);
  const unspent = database.prepare('SELECT address, value FROM coins WHERE spent IS NULL');
  for (const { address, value } of unspent.iterate()) balances.change(addressOf(address), amountOf(value));
  balances.write();
}
