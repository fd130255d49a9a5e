import type { Address } from '$lib/chain/address';
import type { Contact } from '$lib/wallet/formats/contacts';
import type { Database, Key, ReadTransaction, WriteTransaction } from '../database';
import type { Rows, TableName } from '../tables';

/** What a wallet cannot read from the chain again. */
const WALLET_TABLES = ['vaults', 'addresses', 'labels', 'frozen', 'sends'] as const;
const TABLES: readonly TableName[] = ['wallets', ...WALLET_TABLES, 'contacts'];

interface Entry<T extends TableName> {
  readonly table: T;
  readonly row: Rows[T];
}

/** A change of a wallet that is stored. */
export interface WalletRowsChange {
  readonly walletId: string;
  readonly tables: readonly TableName[];
  /** Applied again, it changes nothing. */
  readonly apply: (at: WriteTransaction) => Promise<void>;
}

/** Wallets, their labels and recipients that a full disk has refused: they are stored as soon as it has room. */
export class UnstoredRows {
  readonly #wallets = new Set<string>();
  #changes: readonly WalletRowsChange[] = [];
  /** Those that they replace, by address. */
  readonly #contacts = new Map<Address, Contact | undefined>();

  addWallet(walletId: string): void {
    this.#wallets.add(walletId);
  }

  /** @param replaced those that they replace, by address */
  addContacts(replaced: ReadonlyMap<Address, Contact | undefined>): void {
    for (const [address, before] of replaced) if (!this.#contacts.has(address)) this.#contacts.set(address, before);
  }

  addChange(change: WalletRowsChange): void {
    this.#changes = [...this.#changes, change];
  }

  /** Whether changes of the wallet wait: later ones must follow them. */
  hasChanges = (walletId: string): boolean => this.#changes.some((change) => change.walletId === walletId);

  deleteWallet(walletId: string): void {
    this.#wallets.delete(walletId);
    this.#changes = this.#changes.filter((change) => change.walletId !== walletId);
  }

  deleteContact(address: Address): void {
    this.#contacts.delete(address);
  }

  /** Stores them, as they are now, if the disk has room. What another tab has stored since stays as it is. */
  async store(database: Database): Promise<void> {
    await this.#storeRows(database);
    await this.#storeChanges(database);
  }

  async #storeChanges(database: Database): Promise<void> {
    for (const change of this.#changes) {
      const { walletId, tables, apply } = change;
      try {
        await database.writeThrough(['wallets', ...tables], async (at) => {
          if (await at.get('wallets', [walletId])) await apply(at);
        });
      } catch {
        // Still full, or unreadable: it is tried again.
        return;
      }
      this.#changes = this.#changes.filter((other) => other !== change);
    }
  }

  async #storeRows(database: Database): Promise<void> {
    const [wallets, contacts] = [[...this.#wallets], [...this.#contacts.keys()]];
    if (wallets.length + contacts.length === 0) return;
    try {
      const owned = await database.read(TABLES, (at) => Promise.all(wallets.map((id) => rowsOf(at, id))));
      const book = await database.read(TABLES, (at) => Promise.all(contacts.map((id) => at.get('contacts', [id]))));
      await database.writeThrough(TABLES, async (at) => {
        for (const [i, id] of wallets.entries()) {
          if (await at.get('wallets', [id])) continue;
          for (const { table, row } of owned[i]!) await at.put(table, row);
        }
        for (const row of book) {
          if (!row) continue;
          const stored = await at.get('contacts', [row.address]);
          if (isSameContact(stored, this.#contacts.get(row.address))) await at.put('contacts', row);
        }
      });
    } catch {
      // Still full, or unreadable: it is tried again.
      return;
    }
    for (const id of wallets) this.#wallets.delete(id);
    for (const address of contacts) this.#contacts.delete(address);
  }
}

const isSameContact = (a: Contact | undefined, b: Contact | undefined): boolean =>
  a?.address === b?.address && a?.name === b?.name && a?.note === b?.note;

async function rowsOf(at: ReadTransaction, walletId: string): Promise<Entry<TableName>[]> {
  const prefix: Key = [walletId];
  const row = await at.get('wallets', prefix);
  if (!row) return [];
  const parts = await Promise.all(
    WALLET_TABLES.map(async (table) => (await at.range(table, { prefix })).map((each) => ({ table, row: each })))
  );
  // Its history is read again.
  return [{ table: 'wallets', row: { ...row, firstSync: true } }, ...parts.flat()];
}
