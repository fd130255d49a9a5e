import type { DatabaseSync } from 'node:sqlite';
import type { Address } from '$lib/chain/address';
import { hastings, type Hastings } from '$lib/chain/currency/currency';
import type { CoinElement } from '$lib/chain/element/elements';
import type { CoinOutputId } from '$lib/chain/ids';
import type { Height } from '$lib/chain/time';
import type { Page } from './paging';
import { BalanceTable } from './balances';
import { addressBytes, addressOf, amountBytes, amountOf, idBytes, idText } from './columns';

/** A coin output of the best chain; the element's proof is empty and read from the tree on demand. */
export interface StoredCoin {
  readonly element: CoinElement;
  readonly created: Height;
  readonly spent: Height | undefined;
}

const COLUMNS = 'id, leaf, value, address, maturity, created, spent';

/** Queries that must read in index order; a test asks SQLite for their plans. */
// The offset is skipped within the index, without reading the outputs.
export const COIN_PAGE = `SELECT ${COLUMNS} FROM (
    SELECT id AS wanted FROM coins
    WHERE address = ? AND spent IS NULL AND maturity <= ? ORDER BY maturity DESC, leaf DESC LIMIT ? OFFSET ?
  ) CROSS JOIN coins ON id = wanted`;
/** Values of the immature outputs of an address. */
export const IMMATURE_VALUES = 'SELECT value FROM coins WHERE address = ? AND spent IS NULL AND maturity > ?';

const OF_WALLET = `FROM wallet_addresses CROSS JOIN coins ON coins.address = wallet_addresses.address AND spent IS NULL
  WHERE wallet = ?`;
/** The outputs of all addresses of a wallet, in index order. */
export const WALLET_COINS = `SELECT ${COLUMNS.replaceAll(/\w+/g, 'coins.$&')}
  ${OF_WALLET}`;
export const WALLET_COIN_PAGE = `SELECT ${COLUMNS.replaceAll(/\w+/g, 'coins.$&')}
  ${OF_WALLET} AND maturity <= ? LIMIT ? OFFSET ?`;
export const WALLET_BALANCE = `SELECT total FROM wallet_addresses CROSS JOIN coin_balances USING (address)
  WHERE wallet = ?`;
export const WALLET_IMMATURE_VALUES = `SELECT value ${OF_WALLET} AND maturity > ?`;

/** Balance at a height. */
export interface CoinBalance {
  readonly mature: Hastings;
  readonly immature: Hastings;
}

/** Coin outputs of the best chain, including spent ones, so that reverts need no other data. */
export class CoinTable {
  readonly #insert;
  readonly #spend;
  readonly #remove;
  readonly #get;
  readonly #page;
  readonly #unspent;
  readonly #ofWallet;
  readonly #walletPage;
  readonly #immature;
  readonly #walletTotals;
  readonly #walletImmature;
  readonly #balances;

  constructor(database: DatabaseSync) {
    this.#insert = database.prepare(`INSERT INTO coins (${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?)`);
    this.#spend = database.prepare('UPDATE coins SET spent = ? WHERE id = ?');
    this.#remove = database.prepare('DELETE FROM coins WHERE id = ?');
    this.#get = database.prepare(`SELECT ${COLUMNS} FROM coins WHERE id = ?`);
    this.#page = database.prepare(COIN_PAGE);
    this.#unspent = database.prepare(`SELECT ${COLUMNS} FROM coins WHERE address = ? AND spent IS NULL`);
    this.#ofWallet = database.prepare(WALLET_COINS);
    this.#walletPage = database.prepare(WALLET_COIN_PAGE);
    this.#immature = database.prepare(IMMATURE_VALUES);
    this.#walletTotals = database.prepare(WALLET_BALANCE);
    this.#walletImmature = database.prepare(WALLET_IMMATURE_VALUES);
    this.#balances = new BalanceTable(database);
  }

  insert({ id, stateElement, output, maturityHeight }: CoinElement, created: Height, spent?: Height): void {
    this.#insert.run(
      idBytes(id),
      stateElement.leafIndex,
      amountBytes(output.value),
      addressBytes(output.address),
      maturityHeight,
      created,
      spent ?? null
    );
    if (spent === undefined) this.#balances.change(output.address, output.value);
  }

  /** Marks an unspent output spent in the block at `height`. */
  spend({ id, output }: CoinElement, height: Height): void {
    this.#spend.run(height, idBytes(id));
    this.#balances.change(output.address, -output.value);
  }

  /** Reverts {@link spend}. */
  unspend({ id, output }: CoinElement): void {
    this.#spend.run(null, idBytes(id));
    this.#balances.change(output.address, output.value);
  }

  /** @param isSpent whether the output is marked as spent */
  remove({ id, output }: CoinElement, isSpent: boolean): void {
    this.#remove.run(idBytes(id));
    if (!isSpent) this.#balances.change(output.address, -output.value);
  }

  /** Writes the batched balance changes. */
  writeBalances(): void {
    this.#balances.write();
  }

  /** Discards the batched balance changes after a failed transaction. */
  forgetBalances(): void {
    this.#balances.forget();
  }

  get(id: CoinOutputId): StoredCoin | undefined {
    const row = this.#get.get(idBytes(id));
    return row && storedCoin(row);
  }

  /** Unspent outputs that matured by `height`, the most recently matured first. */
  maturePage(address: Address, height: Height, { offset, limit }: Page): StoredCoin[] {
    return this.#page.all(addressBytes(address), height, limit, offset).map(storedCoin);
  }

  /** The same for all addresses of a wallet, unordered. */
  matureOfWallet(wallet: number, height: Height, { offset, limit }: Page): StoredCoin[] {
    return this.#walletPage.all(wallet, height, limit, offset).map(storedCoin);
  }

  /** Balance of the address at `height`. */
  balance(address: Address, height: Height): CoinBalance {
    return balanceOf(this.#balances.of(address), this.#immature.iterate(addressBytes(address), height));
  }

  /** Balance of all addresses of the wallet at `height`. */
  walletBalance(wallet: number, height: Height): CoinBalance {
    const total = sumOf(this.#walletTotals.iterate(wallet), 'total');
    return balanceOf(total, this.#walletImmature.iterate(wallet, height));
  }

  /** All unspent outputs of an address, mature or not. */
  *unspentOf(address: Address): Generator<StoredCoin> {
    for (const row of this.#unspent.iterate(addressBytes(address))) yield storedCoin(row);
  }

  /** All unspent outputs of a wallet, mature or not. */
  *unspentOfWallet(wallet: number): Generator<StoredCoin> {
    for (const row of this.#ofWallet.iterate(wallet)) yield storedCoin(row);
  }
}

const sumOf = (rows: Iterable<Record<string, unknown>>, column: string): bigint => {
  let sum = 0n;
  for (const row of rows) sum += amountOf(row[column]);
  return sum;
};

function balanceOf(total: bigint, immatureRows: Iterable<Record<string, unknown>>): CoinBalance {
  const immature = sumOf(immatureRows, 'value');
  return { mature: hastings(total - immature), immature: hastings(immature) };
}

const storedCoin = (row: Record<string, unknown>): StoredCoin => ({
  element: {
    id: idText<CoinOutputId>(row.id),
    stateElement: { leafIndex: BigInt(row.leaf as number), merkleProof: [] },
    output: { value: amountOf(row.value), address: addressOf(row.address) },
    maturityHeight: BigInt(row.maturity as number)
  },
  created: row.created as number,
  spent: (row.spent as number | null) ?? undefined
});
