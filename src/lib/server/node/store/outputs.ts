import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import type { CoinOutputId, FundOutputId } from '$lib/chain/ids';
import type { Height } from '$lib/chain/time';
import type { StateElement } from '$lib/chain/element/elements';
import { idBytes, whereId } from './columns';
import type { Unstored } from './writes/unstored';
import type { Writes } from './writes/writes';

/** An output of the best chain; the element's proof is empty and read from the tree on demand. */
export interface StoredOutput<Element> {
  readonly element: Element;
  readonly created: Height;
  readonly spent: Height | undefined;
}

/** An output that an unconfirmed transaction spends. */
export interface SpentOutput {
  readonly id: CoinOutputId | FundOutputId;
  /** Undefined in V1, which does not have it in the transaction. */
  readonly leafIndex?: bigint;
}

type Row = Record<string, unknown>;

/** How one kind of output is stored. `columns` ends with `created, spent`. */
export interface OutputLayout<Element> {
  readonly table: 'coins' | 'funds';
  readonly columns: string;
  /** Decodes the element's columns. */
  readonly elementOf: (row: Row) => Element;
}

/** Condition of a query with a JSON list of leaf indices as its parameter. */
export const WITHOUT_LEAVES = 'leaf NOT IN (SELECT value FROM json_each(?))';

/** Leaf indices as a parameter of a query with `WITHOUT_LEAVES`: a JSON array. */
export const leafList = (leaves: readonly bigint[]): string => `[${leaves.join()}]`;

/** End of a query: the unspent outputs of all addresses of a wallet. */
export const unspentOfWallet = (table: OutputLayout<unknown>['table']): string =>
  `FROM wallet_addresses CROSS JOIN ${table} ON ${table}.address = wallet_addresses.address AND spent IS NULL
  WHERE wallet = ?`;

/** The same as a complete query, in index order. */
export const walletOutputs = ({ table, columns }: Omit<OutputLayout<unknown>, 'elementOf'>): string =>
  `SELECT ${columns.replaceAll(/\w+/g, `${table}.$&`)}
  ${unspentOfWallet(table)}`;

/** Outputs of one kind on the best chain, including spent ones, so that reverts need no other data. */
export class OutputTable<Element extends { readonly id: string; readonly stateElement: StateElement }> {
  readonly #elementOf;
  readonly #insert;
  readonly #setSpent;
  readonly #remove;
  readonly #get;
  readonly #ofWallet;
  /** By id: unspent outputs, and ids of spent ones. */
  readonly #unstored: Unstored<Element['id'], Element | 'spent'>;

  constructor(database: DatabaseSync, writes: Writes, { table, columns, elementOf }: OutputLayout<Element>) {
    const places = columns.replaceAll(/\w+/g, '?');
    this.#elementOf = elementOf;
    this.#insert = writes.prepare(`INSERT INTO ${table} (${columns}) VALUES (${places})`);
    this.#setSpent = writes.prepare(`UPDATE ${table} SET spent = ? WHERE leaf = ?`);
    this.#remove = writes.prepare(`DELETE FROM ${table} WHERE leaf = ?`);
    this.#get = database.prepare(`SELECT ${columns} FROM ${table} WHERE ${whereId}`);
    this.#ofWallet = database.prepare(walletOutputs({ table, columns }));
    this.#unstored = writes.unstored();
  }

  get(id: Element['id']): StoredOutput<Element> | undefined {
    const row = this.#get.get(idBytes(id));
    return row && this.stored(row);
  }

  /** The output if it is unspent; while changes are recorded, as recorded. */
  unspent(id: Element['id']): Element | undefined {
    const unstored = this.#unstored.get(id);
    if (unstored !== undefined) return unstored === 'spent' ? undefined : unstored;
    const stored = this.get(id);
    return stored?.spent === undefined ? stored?.element : undefined;
  }

  /** Leaf indices of the outputs, without those that have none: they are not stored. */
  leavesOf(outputs: readonly SpentOutput[]): bigint[] {
    return outputs.flatMap(
      ({ id, leafIndex }) => leafIndex ?? this.get(id as Element['id'])?.element.stateElement.leafIndex ?? []
    );
  }

  /** All unspent outputs of a wallet. */
  *unspentOfWallet(wallet: number): Generator<StoredOutput<Element>> {
    for (const row of this.#ofWallet.iterate(wallet)) yield this.stored(row);
  }

  /** @param values of all columns but `created` and `spent` */
  protected insertRow(
    element: Element,
    values: readonly SQLInputValue[],
    created: Height,
    spent: Height | undefined
  ): void {
    this.#insert.run(...values, created, spent ?? null);
    this.#unstored.set(element.id, spent === undefined ? element : 'spent');
  }

  /** Marks the output as spent in the block at `height`, or as unspent. */
  protected setRowSpent(element: Element, height: Height | undefined): void {
    this.#setSpent.run(height ?? null, element.stateElement.leafIndex);
    this.#unstored.set(element.id, height === undefined ? element : 'spent');
  }

  protected removeRow({ stateElement }: Element): void {
    this.#remove.run(stateElement.leafIndex);
  }

  protected readonly stored = (row: Row): StoredOutput<Element> => ({
    element: this.#elementOf(row),
    created: row.created as number,
    spent: (row.spent as number | null) ?? undefined
  });
}
