import type { DatabaseSync } from 'node:sqlite';
import type { Address } from '$lib/chain/address';
import { hastings, type Hastings } from '$lib/chain/currency/currency';
import type { CoinElement } from '$lib/chain/element/elements';
import type { CoinOutputId } from '$lib/chain/ids';
import type { Height } from '$lib/chain/time';
import { BalanceTable } from './balances';
import { addressBytes, addressOf, amountBytes, amountOf, idBytes, idText } from './columns';
import {
  leafList,
  OutputTable,
  unspentOfWallet,
  walletOutputs,
  WITHOUT_LEAVES,
  type OutputLayout,
  type StoredOutput
} from './outputs';
import type { Page } from './paging';
import { Writes } from './writes/writes';

export type StoredCoin = StoredOutput<CoinElement>;

const LAYOUT: OutputLayout<CoinElement> = {
  table: 'coins',
  columns: 'leaf, id, value, address, maturity, created, spent',
  elementOf: (row) => ({
    id: idText<CoinOutputId>(row.id),
    stateElement: { leafIndex: BigInt(row.leaf as number), merkleProof: [] },
    output: { value: amountOf(row.value), address: addressOf(row.address) },
    maturityHeight: BigInt(row.maturity as number)
  })
};

/** These queries must read in index order; a test checks their plans. */
// The offset is skipped within the index, without reading the outputs.
export const COIN_PAGE = `SELECT leaf FROM coins
  WHERE address = ? AND spent IS NULL AND maturity <= ? AND ${WITHOUT_LEAVES} ORDER BY maturity DESC, leaf DESC LIMIT ? OFFSET ?`;
export const COIN_COUNT = 'SELECT count(*) AS count FROM coins WHERE address = ? AND spent IS NULL AND maturity <= ?';
export const WALLET_COINS = walletOutputs(LAYOUT);
export const WALLET_COIN_PAGE = `${WALLET_COINS} AND maturity <= ? LIMIT ? OFFSET ?`;
export const WALLET_BALANCE = `SELECT total FROM wallet_addresses CROSS JOIN coin_balances USING (address)
  WHERE wallet = ?`;
export const WALLET_IMMATURE_VALUES = `SELECT value ${unspentOfWallet('coins')} AND maturity > ?`;

/** Balance at a height. */
export interface CoinBalance {
  readonly mature: Hastings;
  readonly immature: Hastings;
}

/** Coin outputs, with the balance of each address. */
export class CoinTable extends OutputTable<CoinElement> {
  readonly #page;
  readonly #byLeaf;
  readonly #count;
  readonly #walletPage;
  readonly #walletTotals;
  readonly #walletImmature;
  /** Changes of balances, to be written after those of outputs. */
  readonly balances: BalanceTable;

  constructor(database: DatabaseSync, writes = new Writes(database)) {
    super(database, writes, LAYOUT);
    this.#page = database.prepare(COIN_PAGE);
    this.#byLeaf = database.prepare(`SELECT ${LAYOUT.columns} FROM coins WHERE leaf = ?`);
    this.#count = database.prepare(COIN_COUNT);
    this.#walletPage = database.prepare(WALLET_COIN_PAGE);
    this.#walletTotals = database.prepare(WALLET_BALANCE);
    this.#walletImmature = database.prepare(WALLET_IMMATURE_VALUES);
    this.balances = new BalanceTable(database, writes);
  }

  insert(element: CoinElement, created: Height, spent?: Height): void {
    const { id, stateElement, output, maturityHeight } = element;
    const { leafIndex } = stateElement;
    const values = [leafIndex, idBytes(id), amountBytes(output.value), addressBytes(output.address), maturityHeight];
    this.insertRow(element, values, created, spent);
    if (spent === undefined) this.balances.change(output.address, output.value);
  }

  /** Marks an unspent output spent in the block at `height`. */
  spend(element: CoinElement, height: Height): void {
    const { output } = element;
    this.setRowSpent(element, height);
    this.balances.change(output.address, -output.value);
  }

  /** Reverts {@link spend}. */
  unspend(element: CoinElement): void {
    const { output } = element;
    this.setRowSpent(element, undefined);
    this.balances.change(output.address, output.value);
  }

  /** @param isSpent whether the output is marked as spent */
  remove(element: CoinElement, isSpent: boolean): void {
    const { output } = element;
    this.removeRow(element);
    if (!isSpent) this.balances.change(output.address, -output.value);
  }

  /** Unspent outputs that matured by `height`, the most recently matured first, `without` some by leaf index. */
  maturePage(address: Address, height: Height, { offset, limit }: Page, without: readonly bigint[] = []): StoredCoin[] {
    const leaves = this.#page.all(addressBytes(address), height, leafList(without), limit, offset);
    return leaves.map(({ leaf }) => this.stored(this.#byLeaf.get(leaf!)!));
  }

  /** Total number of outputs in {@link maturePage}. */
  matureCount(address: Address, height: Height): number {
    return this.#count.get(addressBytes(address), height)!.count as number;
  }

  /** Mature outputs of all addresses of a wallet, unordered. */
  matureOfWallet(wallet: number, height: Height, { offset, limit }: Page): StoredCoin[] {
    return this.#walletPage.all(wallet, height, limit, offset).map(this.stored);
  }

  /** Balance of all addresses of the wallet at `height`. */
  walletBalance(wallet: number, height: Height): CoinBalance {
    const total = sumOf(this.#walletTotals.iterate(wallet), 'total');
    const immature = sumOf(this.#walletImmature.iterate(wallet, height), 'value');
    return { mature: hastings(total - immature), immature: hastings(immature) };
  }
}

const sumOf = (rows: Iterable<Record<string, unknown>>, column: string): bigint => {
  let sum = 0n;
  for (const row of rows) sum += amountOf(row[column]);
  return sum;
};
