import type { DatabaseSync } from 'node:sqlite';
import type { Address } from '$lib/chain/address';
import { fundUnits, hastings, type FundUnits, type Hastings } from '$lib/chain/currency/currency';
import type { Height } from '$lib/chain/time';
import { addressBytes, addressOf, amountBytes, amountListOf, amountOf } from './columns';
import { Writes } from './writes/writes';

/**
 * Balance of each address, so that a query costs one look-up regardless of the number of outputs. Changes are batched:
 * the blocks of a transaction change the same few addresses many times.
 */
export class BalanceTable {
  readonly #get;
  readonly #put;
  readonly #remove;
  readonly #changes = new Map<Address, bigint>();
  /** Totals that another thread is writing. */
  #sent: ReadonlyMap<Address, Hastings> = new Map();

  constructor(database: DatabaseSync, writes = new Writes(database)) {
    this.#get = database.prepare('SELECT total FROM coin_balances WHERE address = ?');
    this.#put = writes.prepare(
      'INSERT INTO coin_balances VALUES (?, ?) ON CONFLICT DO UPDATE SET total = excluded.total'
    );
    this.#remove = writes.prepare('DELETE FROM coin_balances WHERE address = ?');
  }

  change(address: Address, difference: bigint): void {
    this.#changes.set(address, (this.#changes.get(address) ?? 0n) + difference);
  }

  /** Writes the batched changes, within the transaction that made them. @returns the new totals */
  write(): ReadonlyMap<Address, Hastings> {
    const totals = new Map<Address, Hastings>();
    for (const [address, difference] of this.#changes) {
      if (difference === 0n) continue;
      const key = addressBytes(address);
      const total = hastings((this.#sent.get(address) ?? this.#total(key)) + difference);
      if (total === 0n) this.#remove.run(key);
      else this.#put.run(key, amountBytes(total));
      totals.set(address, total);
    }
    this.#changes.clear();
    return totals;
  }

  /** Discards the batched changes after a failed transaction. */
  forget(): void {
    this.#changes.clear();
  }

  /** Sets the totals that another thread writes, which reads do not see yet. */
  setSent(totals: ReadonlyMap<Address, Hastings>): void {
    this.#sent = totals;
  }

  #total(address: Uint8Array): Hastings {
    const row = this.#get.get(address);
    return row ? amountOf(row.total) : hastings(0n);
  }
}

/** What an address owns at a height. */
export interface AddressBalance {
  readonly coins: Hastings;
  readonly immatureCoins: Hastings;
  readonly funds: FundUnits;
}

/** Must read in index order; a test checks its query plan. */
export const ADDRESS_BALANCE = `SELECT
  (SELECT total FROM coin_balances WHERE address = ?) AS total,
  (SELECT group_concat(hex(value), '') FROM coins WHERE address = ? AND spent IS NULL AND maturity > ?) AS immature,
  (SELECT coalesce(sum(value), 0) FROM funds WHERE address = ? AND spent IS NULL) AS units`;

/** Balances of single addresses, in one statement each: locking the file takes longer than the look-ups. */
export class AddressBalances {
  readonly #get;

  constructor(database: DatabaseSync) {
    this.#get = database.prepare(ADDRESS_BALANCE);
  }

  at(address: Address, height: Height): AddressBalance {
    const bytes = addressBytes(address);
    const { total, immature, units } = this.#get.get(bytes, bytes, height, bytes)!;
    const all = total === null ? 0n : amountOf(total);
    const waiting = amountListOf(immature).reduce((sum: bigint, amount) => sum + amount, 0n);
    return {
      coins: hastings(all - waiting),
      immatureCoins: hastings(waiting),
      funds: fundUnits(BigInt(units as number))
    };
  }
}

/** Migration: fills the table from the outputs. */
export function fillBalances(database: DatabaseSync): void {
  const balances = new BalanceTable(database);
  const unspent = database.prepare('SELECT address, value FROM coins WHERE spent IS NULL');
  for (const { address, value } of unspent.iterate()) balances.change(addressOf(address), amountOf(value));
  balances.write();
}
