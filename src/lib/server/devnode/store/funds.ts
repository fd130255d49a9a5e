import type { DatabaseSync } from 'node:sqlite';
import type { Address } from '$lib/chain/address';
import { fundUnits, type FundUnits } from '$lib/chain/currency';
import type { FundElement } from '$lib/chain/elements';
import type { FundOutputId } from '$lib/chain/ids';
import type { Height } from '$lib/chain/time';
import type { Page } from './coins';
import { addressBytes, addressOf, amountBytes, amountOf, idBytes, idText } from './columns';

/** A fund output of the best chain; the element's proof is empty, it is read from the tree when needed. */
export interface StoredFund {
  readonly element: FundElement;
  readonly created: Height;
  readonly spent: Height | undefined;
}

const COLUMNS = 'id, leaf, value, address, claim_start, created, spent';

export const FUND_PAGE = `SELECT ${COLUMNS} FROM funds
  WHERE address = ? AND spent IS NULL ORDER BY leaf DESC LIMIT ? OFFSET ?`;

/** Fund outputs of the best chain, spent ones too. */
export class FundTable {
  readonly #insert;
  readonly #spend;
  readonly #remove;
  readonly #get;
  readonly #page;
  readonly #balance;

  constructor(database: DatabaseSync) {
    this.#insert = database.prepare(`INSERT INTO funds (${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?)`);
    this.#spend = database.prepare('UPDATE funds SET spent = ? WHERE id = ?');
    this.#remove = database.prepare('DELETE FROM funds WHERE id = ?');
    this.#get = database.prepare(`SELECT ${COLUMNS} FROM funds WHERE id = ?`);
    this.#page = database.prepare(FUND_PAGE);
    this.#balance = database.prepare(
      'SELECT coalesce(sum(value), 0) AS units FROM funds WHERE address = ? AND spent IS NULL'
    );
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

  /** Marks the output spent in the block at `height`, or unspent again. */
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
    return fundUnits(BigInt(this.#balance.get(addressBytes(address))!.units as number));
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
