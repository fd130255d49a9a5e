import type { DatabaseSync } from 'node:sqlite';
import type { Address } from '$lib/chain/address';
import { fundUnits, type FundUnits } from '$lib/chain/currency/currency';
import type { FundElement } from '$lib/chain/element/elements';
import type { FundOutputId } from '$lib/chain/ids';
import type { Height } from '$lib/chain/time';
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

export type StoredFund = StoredOutput<FundElement>;

const LAYOUT: OutputLayout<FundElement> = {
  table: 'funds',
  columns: 'leaf, id, value, address, claim_start, created, spent',
  elementOf: (row) => ({
    id: idText<FundOutputId>(row.id),
    stateElement: { leafIndex: BigInt(row.leaf as number), merkleProof: [] },
    output: { value: fundUnits(BigInt(row.value as number)), address: addressOf(row.address) },
    claimStart: amountOf(row.claim_start)
  })
};

/** These queries must read in index order; a test checks their plans. */
export const FUND_PAGE = `SELECT ${LAYOUT.columns} FROM funds
  WHERE address = ? AND spent IS NULL AND ${WITHOUT_LEAVES} ORDER BY leaf DESC LIMIT ? OFFSET ?`;
export const FUND_COUNT = 'SELECT count(*) AS count FROM funds WHERE address = ? AND spent IS NULL';
export const WALLET_FUNDS = walletOutputs(LAYOUT);
export const WALLET_FUND_UNITS = `SELECT coalesce(sum(value), 0) AS units ${unspentOfWallet('funds')}`;

/** Fund outputs. */
export class FundTable extends OutputTable<FundElement> {
  readonly #page;
  readonly #count;
  readonly #walletUnits;

  constructor(database: DatabaseSync, writes = new Writes(database)) {
    super(database, writes, LAYOUT);
    this.#page = database.prepare(FUND_PAGE);
    this.#count = database.prepare(FUND_COUNT);
    this.#walletUnits = database.prepare(WALLET_FUND_UNITS);
  }

  insert(element: FundElement, created: Height, spent?: Height): void {
    const { id, stateElement, output, claimStart } = element;
    const { leafIndex } = stateElement;
    const values = [leafIndex, idBytes(id), output.value, addressBytes(output.address), amountBytes(claimStart)];
    this.insertRow(element, values, created, spent);
  }

  /** Marks an unspent output spent in the block at `height`. */
  spend(element: FundElement, height: Height): void {
    this.setRowSpent(element, height);
  }

  /** Reverts {@link spend}. */
  unspend(element: FundElement): void {
    this.setRowSpent(element, undefined);
  }

  remove(element: FundElement): void {
    this.removeRow(element);
  }

  /** Unspent outputs, newest first, `without` some by leaf index. */
  page(address: Address, { offset, limit }: Page, without: readonly bigint[] = []): StoredFund[] {
    return this.#page.all(addressBytes(address), leafList(without), limit, offset).map(this.stored);
  }

  /** Total number of outputs in {@link page}. */
  count(address: Address): number {
    return this.#count.get(addressBytes(address))!.count as number;
  }

  walletBalance(wallet: number): FundUnits {
    return fundUnits(BigInt(this.#walletUnits.get(wallet)!.units as number));
  }
}
