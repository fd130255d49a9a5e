import type { DatabaseSync } from 'node:sqlite';
import type { Address } from '$lib/chain/address';
import { fundUnits, type FundUnits } from '$lib/chain/currency/currency';
import type { FundElement } from '$lib/chain/element/elements';
import type { FundOutputId } from '$lib/chain/ids';
import type { Height } from '$lib/chain/time';
import type { Page } from './paging';
import { addressBytes, addressOf, amountBytes, amountOf, idBytes, idText } from './columns';

/** A fund output of the best chain; the element's proof is empty and read from the tree on demand. */
export interface StoredFund {
  readonly element: FundElement;
  readonly created: Height;
  readonly spent: Height | undefined;
}

const COLUMNS = 'id, leaf, value, address, claim_start, created, spent';

export const FUND_PAGE = `SELECT ${COLUMNS} FROM funds
  WHERE address = ? AND spent IS NULL ORDER BY leaf DESC LIMIT ? OFFSET ?`;

const OF_WALLET = `FROM wallet_addresses CROSS JOIN funds ON funds.address = wallet_addresses.address AND spent IS NULL
  WHERE wallet = ?`;
/** The outputs of all addresses of a wallet, in index order. */
export const WALLET_FUNDS = `SELECT ${COLUMNS.replaceAll(/\w+/g, 'funds.$&')}
  ${OF_WALLET}`;
export const WALLET_FUND_UNITS = `SELECT coalesce(sum(value), 0) AS units ${OF_WALLET}`;

/** Fund outputs of the best chain, including spent ones. */
export class FundTable {
  readonly #insert;
  readonly #spend;
  readonly #remove;
  readonly #get;
  readonly #page;
  readonly #unspent;
  readonly #ofWallet;
  readonly #units;
  readonly #walletUnits;

  constructor(database: DatabaseSync) {
    this.#insert = database.prepare(`INSERT INTO funds (${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?)`);
    this.#spend = database.prepare('UPDATE funds SET spent = ? WHERE id = ?');
    this.#remove = database.prepare('DELETE FROM funds WHERE id = ?');
    this.#get = database.prepare(`SELECT ${COLUMNS} FROM funds WHERE id = ?`);
    this.#page = database.prepare(FUND_PAGE);
    this.#unspent = database.prepare(`SELECT ${COLUMNS} FROM funds WHERE address = ? AND spent IS NULL`);
    this.#ofWallet = database.prepare(WALLET_FUNDS);
    this.#units = database.prepare(
      'SELECT coalesce(sum(value), 0) AS units FROM funds WHERE address = ? AND spent IS NULL'
    );
    this.#walletUnits = database.prepare(WALLET_FUND_UNITS);
  }

  insert({ id, stateElement, output, claimStart }: FundElement, created: Height, spent?: Height): void {
    this.#insert.run(
      idBytes(id),
      stateElement.leafIndex,
      output.value,
      addressBytes(output.address),
      amountBytes(claimStart),
      created,
      spent ?? null
    );
  }

  /** Marks the output as spent in the block at `height`, or as unspent. */
  setSpent(id: FundOutputId, height: Height | undefined): void {
    this.#spend.run(height ?? null, idBytes(id));
  }

  remove(id: FundOutputId): void {
    this.#remove.run(idBytes(id));
  }

  get(id: FundOutputId): StoredFund | undefined {
    const row = this.#get.get(idBytes(id));
    return row && storedFund(row);
  }

  /** Unspent outputs, newest first. */
  page(address: Address, { offset, limit }: Page): StoredFund[] {
    return this.#page.all(addressBytes(address), limit, offset).map(storedFund);
  }

  balance(address: Address): FundUnits {
    return fundUnits(BigInt(this.#units.get(addressBytes(address))!.units as number));
  }

  walletBalance(wallet: number): FundUnits {
    return fundUnits(BigInt(this.#walletUnits.get(wallet)!.units as number));
  }

  /** All unspent outputs of an address. */
  *unspentOf(address: Address): Generator<StoredFund> {
    for (const row of this.#unspent.iterate(addressBytes(address))) yield storedFund(row);
  }

  /** All unspent outputs of a wallet. */
  *unspentOfWallet(wallet: number): Generator<StoredFund> {
    for (const row of this.#ofWallet.iterate(wallet)) yield storedFund(row);
  }
}

const storedFund = (row: Record<string, unknown>): StoredFund => ({
  element: {
    id: idText<FundOutputId>(row.id),
    stateElement: { leafIndex: BigInt(row.leaf as number), merkleProof: [] },
    output: { value: fundUnits(BigInt(row.value as number)), address: addressOf(row.address) },
    claimStart: amountOf(row.claim_start)
  },
  created: row.created as number,
  spent: (row.spent as number | null) ?? undefined
});
