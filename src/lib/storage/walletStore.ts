import type { Address } from '$lib/chain/address';
import { equalBytes } from '$lib/codec/bytes';
import type { CoinOutputId, Hash256, TransactionId } from '$lib/chain/ids';
import type { Contact } from '$lib/wallet/formats/contacts';
import type { OwnedCoin, OwnedFund } from '$lib/wallet/sync/coins';
import type { WalletEvent, WalletEventType } from '$lib/wallet/sync/walletEvent';
import { CACHE_TABLES, CHAIN_TABLES, isAt, markUsed, readCache, writeSnapshot, writeStep } from './chainRows';
import type { Database, DeleteTransaction, Key, ReadTransaction, WriteTransaction } from './database';
import { UnknownWalletError } from '$lib/services/wallet/errors';
import { withHandedOver } from '$lib/services/wallet/send/handedOver';
import { StaleWriteError } from '$lib/services/errors';
import { TABLE_NAMES, type DayRow, type TableName } from './tables';
import { UnsharedRows } from './fullDisk/unsharedRows';
import { UnstoredRows, type WalletRowsChange } from './fullDisk/unstoredRows';
import { UnstoredSnapshot } from './unstoredSnapshot';
import { coinKey, type CoinOrder } from './walletRows';
import type {
  AddressChange,
  LabelChange,
  NewWalletParts,
  Snapshot,
  Step,
  StoredCache,
  StoredWallet,
  Unshared,
  WalletChange,
  WalletStorage
} from '$lib/services/wallet/ports';
import type { AddressRow, HandedOver, MetaRow, SendRow, WalletRow } from '$lib/services/wallet/records';

const OWNED_TABLES = TABLE_NAMES.filter((table) => table !== 'wallets');

/** Storage of the browser's wallets; each change is one transaction. */
export class WalletStore implements WalletStorage {
  readonly #database: Database;
  /** First syncs that are being stored, by wallet. */
  readonly #unstored = new Map<string, UnstoredSnapshot>();
  readonly #unshared = new UnsharedRows();
  readonly #refused = new UnstoredRows();

  constructor(database: Database) {
    this.#database = database;
  }

  async wallets(): Promise<WalletRow[]> {
    await this.#refused.store(this.#database);
    return this.#database.read(['wallets'], (at) => at.range('wallets', {}));
  }

  wallet(walletId: string): Promise<WalletRow | undefined> {
    return this.#database.read(['wallets'], (at) => at.get('wallets', [walletId]));
  }

  /** Adds a wallet with its first addresses. A key file without its wallet would be unreachable. */
  async addWallet(
    row: WalletRow,
    addresses: readonly AddressRow[],
    { vault, labels, sends = [] }: NewWalletParts = {}
  ): Promise<void> {
    const isStored = await this.#database.writeToBoth(
      ['wallets', 'vaults', 'addresses', 'labels', 'frozen', 'sends'],
      async (at) => {
        await at.put('wallets', row);
        if (vault) await at.put('vaults', { walletId: row.id, vault });
        for (const address of addresses) await at.put('addresses', address);
        if (labels) await writeLabels(at, row.id, labels);
        for (const send of sends) await at.put('sends', send);
      }
    );
    if (!isStored) this.#refused.addWallet(row.id);
  }

  /** @throws {UnknownWalletError} removed in the meantime */
  changeWallet(walletId: string, change: WalletChange): Promise<WalletRow> {
    return this.#database.write(['wallets'], (at) => patchWallet(at, walletId, change));
  }

  contacts(): Promise<Contact[]> {
    return this.#database.read(['contacts'], (at) => at.range('contacts', {}));
  }

  async saveContacts(contacts: readonly Contact[]): Promise<void> {
    const replaced = new Map<Address, Contact | undefined>();
    const isStored = await this.#database.writeToBoth(['contacts'], async (at) => {
      for (const contact of contacts) {
        const { address } = contact;
        const before = await at.get('contacts', [address]);
        if (!replaced.has(address)) replaced.set(address, before);
        await at.put('contacts', contact);
      }
    });
    if (!isStored) this.#refused.addContacts(replaced);
  }

  removeContact(address: Address): Promise<void> {
    this.#refused.deleteContact(address);
    return this.#database.remove(['contacts'], (at) => at.delete('contacts', [address]));
  }

  /** Removes the wallet and all its data, including the key file. */
  removeWallet(walletId: string): Promise<void> {
    this.#forget(walletId);
    return this.#database.remove(TABLE_NAMES, (at) => deleteWallet(at, walletId));
  }

  /** Removes a wallet that another tab has removed from this tab's memory, to which a full disk's data was moved. */
  removeMovedWallet(walletId: string): Promise<void> {
    this.#forget(walletId);
    return this.#database.removeMoved(TABLE_NAMES, (at) => deleteWallet(at, walletId));
  }

  #forget(walletId: string): void {
    this.#unshared.delete(walletId);
    this.#refused.deleteWallet(walletId);
  }

  async loadVault(walletId: string): Promise<Uint8Array | undefined> {
    return (await this.#database.read(['vaults'], (at) => at.get('vaults', [walletId])))?.vault;
  }

  /**
   * Stores `next` if the key file still is `before`; not in memory only, where a reload would bring the former password
   * back.
   * @returns whether it was
   * @throws {StorageNoRoomError} nothing was changed
   */
  async replaceVault(walletId: string, before: Uint8Array, next: Uint8Array): Promise<boolean> {
    let isReplaced = false;
    let other: Uint8Array | undefined;
    await this.#database.writeThrough(['vaults'], async (at) => {
      const stored = (await at.get('vaults', [walletId]))?.vault;
      // On a full disk, there is none of a wallet that was created since.
      if (stored === undefined) return;
      // Another tab has changed it on the disk since the data was moved to memory.
      if (other !== undefined) return at.put('vaults', { walletId, vault: other });
      if (!equalBytes(stored, before)) {
        other = stored;
        return;
      }
      await at.put('vaults', { walletId, vault: next });
      isReplaced = true;
    });
    return isReplaced && other === undefined;
  }

  /** Data for opening a wallet: its position and addresses, and nothing that grows with its history. */
  open(walletId: string): Promise<StoredWallet> {
    const unstored = this.#unstored.get(walletId);
    const chain: readonly TableName[] = unstored ? [] : ['meta', 'funds', 'coins'];
    return this.#database.read(['wallets', 'addresses', 'frozen', 'sends', ...chain], async (at) => {
      const prefix = [walletId];
      const [row, stored, frozen, sent] = await Promise.all([
        at.get('wallets', prefix),
        at.range('addresses', { prefix }),
        at.range('frozen', { prefix }),
        at.range('sends', { prefix })
      ]);
      if (!row) throw new UnknownWalletError(walletId);
      const addresses = this.#unshared.withIssued(walletId, stored);
      const sends = this.#unshared.withSends(walletId, sent);
      const ids = frozen.map(({ id }) => id);
      const outputs = unstored ? openingOf(unstored, ids) : await openingAt(at, walletId, ids);
      return { row, addresses, frozenIds: new Set(ids), sends, ...outputs };
    });
  }

  metas(): Promise<MetaRow[]> {
    return this.#database.read(['meta'], (at) => at.range('meta', {}));
  }

  /** Adds new addresses and updates the wallet in one transaction; watched ones, as soon as a full disk has room. */
  async addAddresses(walletId: string, rows: readonly AddressRow[], change: WalletChange): Promise<WalletRow> {
    const tables = ['addresses', 'labels'] as const;
    let changed: WalletRow | undefined;
    const isStored = await this.#database.writeToBoth(['wallets', ...tables], async (at) => {
      await putNewAddresses(at, walletId, rows);
      const row = await patchWallet(at, walletId, change);
      changed ??= row;
    });
    // Others are derived again from the keys.
    const watched = rows.filter(({ key }) => key === undefined);
    const apply = async (at: WriteTransaction) => {
      await putNewAddresses(at, walletId, watched);
      await patchWallet(at, walletId, { firstSync: true });
    };
    if (watched.length > 0) this.#keepUnstored({ walletId, tables, apply }, isStored);
    return changed!;
  }

  /** Updates fields of stored addresses; other tabs may have changed other fields. */
  patchAddresses(walletId: string, changes: readonly AddressChange[]): Promise<void> {
    return this.#change({ walletId, tables: ['addresses'], apply: (at) => patchRows(at, walletId, changes) });
  }

  /** Changes what only the user knows; if the disk is full, as soon as it has room. @throws {UnknownWalletError} */
  async #change(change: WalletRowsChange, check?: (at: ReadTransaction) => Promise<void>): Promise<void> {
    const { walletId, tables, apply } = change;
    const isStored = await this.#database.writeToBoth(['wallets', ...tables], async (at) => {
      await requireWallet(at, walletId);
      await check?.(at);
      await apply(at);
    });
    this.#keepUnstored(change, isStored);
  }

  /** Keeps a change that the disk has refused, or that follows such a change of the same wallet. */
  #keepUnstored(change: WalletRowsChange, isStored: boolean): void {
    if (!isStored || this.#refused.hasChanges(change.walletId)) this.#refused.addChange(change);
  }

  /** Marks an address as issued, unless another call did so first. @returns whether it was still free */
  async issueAddress(walletId: string, address: Address, label: string): Promise<boolean> {
    let isKnown = false;
    let isTaken = false;
    const isShared = await this.#database.writeToBoth(['wallets', 'addresses'], async (at) => {
      await requireWallet(at, walletId);
      const row = await at.get('addresses', [walletId, address]);
      // A full disk has none of those derived since.
      if (!row) return;
      isKnown = true;
      isTaken ||= row.shown || row.used || this.#unshared.isIssued(walletId, address);
      if (!isTaken) await at.put('addresses', { ...row, shown: true, label });
    });
    const isIssued = isKnown && !isTaken;
    if (isIssued && !isShared) this.#unshared.add(walletId, { issued: [{ address, label }] });
    return isIssued;
  }

  /** Removes addresses and adds others, in one transaction; existing ones are unchanged. */
  replaceAddresses(walletId: string, removed: readonly Address[], rows: readonly AddressRow[]): Promise<void> {
    return this.#database.write(['wallets', 'addresses'], async (at) => {
      await requireWallet(at, walletId);
      for (const address of removed) await at.delete('addresses', [walletId, address]);
      for (const row of rows) {
        if (!(await at.get('addresses', [walletId, row.address]))) await at.put('addresses', row);
      }
    });
  }

  async addresses(walletId: string): Promise<AddressRow[]> {
    const stored = await this.#database.read(['addresses'], (at) => at.range('addresses', { prefix: [walletId] }));
    return this.#unshared.withIssued(walletId, stored);
  }

  /** Those of the outputs that any wallet holds. */
  heldOutputs(ids: readonly Hash256[]): Promise<(OwnedCoin | OwnedFund)[]> {
    return this.#database.read(['wallets', 'coins', 'funds'], async (at) => {
      const wallets = await at.range('wallets', {});
      const found = wallets.flatMap(({ id: walletId }) => [
        ...ids.map(async (id) => (await at.get('coins', [walletId, id]))?.coin),
        ...ids.map(async (id) => (await at.get('funds', [walletId, id]))?.fund)
      ]);
      return (await Promise.all(found)).filter((output) => output !== undefined);
    });
  }

  /** The wallet's cache with proofs; undefined before its first sync. */
  async loadCache(walletId: string): Promise<StoredCache | undefined> {
    return this.#unstored.get(walletId)?.cache ?? this.#database.read(CACHE_TABLES, (at) => readCache(at, walletId));
  }

  /**
   * Stores a sync step.
   * @throws {StaleWriteError} another tab synced the wallet or imported outputs in the meantime; nothing is written
   */
  saveStep(walletId: string, step: Step): Promise<MetaRow> {
    return this.#database.write([...CHAIN_TABLES, 'addresses'], async (at) => {
      const meta = await at.get('meta', [walletId]);
      if (!meta || !isAt(meta, step.before)) throw new StaleWriteError();
      return writeStep(at, meta, step);
    });
  }

  /**
   * Replaces all chain data after a first sync. The new data is returned at once; while it is being stored, addresses
   * and sends can be written. If that is interrupted, or if the addresses changed since the sync began, the wallet still
   * needs a first sync.
   * @throws {StaleWriteError} another tab has imported outputs since; nothing is written
   */
  async saveSnapshot(walletId: string, snapshot: Snapshot, walletChange: WalletChange): Promise<MetaRow> {
    const unstored = new UnstoredSnapshot(walletId, snapshot);
    this.#unstored.set(walletId, unstored);
    try {
      await this.#database.write(['addresses', 'wallets'], async (at) => {
        await requireWallet(at, walletId);
        await markUsed(at, walletId, snapshot.used ?? []);
      });
      await this.#database.write(CHAIN_TABLES, (at) => writeSnapshot(at, walletId, snapshot, unstored));
    } finally {
      this.#unstored.delete(walletId);
    }
    try {
      await this.#database.write(['wallets', 'addresses'], async (at) => {
        const isComplete = await hasAddresses(at, walletId, snapshot.addresses);
        await patchWallet(at, walletId, isComplete ? walletChange : {});
      });
    } catch (error) {
      // Removed in the meantime: what was stored since must be removed too.
      if (error instanceof UnknownWalletError) await this.removeWallet(walletId);
      throw error;
    }
    return unstored.meta;
  }

  /** The next page of coins, by value descending or maturity ascending. */
  async coinPage(walletId: string, order: CoinOrder, last: OwnedCoin | undefined, limit: number) {
    const unstored = this.#unstored.get(walletId);
    if (unstored) return unstored.coinPage(order, last, limit);
    const after = last && coinKey(walletId, order, last);
    const rows = await this.#database.read(['coins'], (at) =>
      at.range('coins', { index: order, prefix: [walletId], after, limit })
    );
    return rows.map(({ coin }) => coin);
  }

  /** The next page of events, newest first. */
  async eventPage(walletId: string, type: WalletEventType | undefined, last: WalletEvent | undefined, limit: number) {
    const unstored = this.#unstored.get(walletId);
    if (unstored) return unstored.eventPage(type, last, limit);
    const order: Key = last ? [-last.index.height, last.id] : [];
    const prefix: Key = type === undefined ? [walletId] : [walletId, type];
    const index = type === undefined ? 'byRank' : 'byType';
    const after: Key | undefined = last && [...prefix, ...order];
    const rows = await this.#database.read(['events'], (at) => at.range('events', { index, prefix, after, limit }));
    return rows.map(({ event }) => event);
  }

  async event(walletId: string, id: Hash256): Promise<WalletEvent | undefined> {
    const unstored = this.#unstored.get(walletId);
    if (unstored) return unstored.event(id);
    return (await this.#database.read(['events'], (at) => at.get('events', [walletId, id])))?.event;
  }

  /** Oldest first. */
  async days(walletId: string): Promise<readonly DayRow[]> {
    return (
      this.#unstored.get(walletId)?.days ??
      this.#database.read(['days'], (at) => at.range('days', { prefix: [walletId] }))
    );
  }

  setFrozen(walletId: string, ids: readonly CoinOutputId[], frozen: boolean): Promise<void> {
    const apply = async (at: WriteTransaction) => {
      for (const id of ids) await (frozen ? at.put('frozen', { walletId, id }) : at.delete('frozen', [walletId, id]));
    };
    return this.#change({ walletId, tables: ['frozen'], apply });
  }

  async labelText(walletId: string): Promise<string | undefined> {
    return (await this.#database.read(['labels'], (at) => at.get('labels', [walletId])))?.text;
  }

  saveLabels(walletId: string, read: string | undefined, change: LabelChange): Promise<void> {
    const isRead = async (at: ReadTransaction) => (await at.get('labels', [walletId]))?.text === read;
    const apply = async (at: WriteTransaction) => {
      if (await isRead(at)) await writeLabels(at, walletId, change);
    };
    return this.#change({ walletId, tables: ['labels', 'addresses', 'frozen'], apply }, async (at) => {
      if (!(await isRead(at))) throw new StaleWriteError();
    });
  }

  async sends(walletId: string): Promise<SendRow[]> {
    await this.#refused.store(this.#database);
    await this.#takeMovedSends(walletId);
    await this.#storeUnshared(walletId);
    const stored = await this.#database.read(['sends'], (at) => at.range('sends', { prefix: [walletId] }));
    return this.#unshared.withSends(walletId, stored);
  }

  unshared(walletId: string): Unshared {
    return this.#unshared.of(walletId);
  }

  takeUnshared(walletId: string, rows: Unshared): void {
    this.#unshared.add(walletId, rows);
  }

  /** Stores what a full disk has refused, if it has room by now. */
  async #storeUnshared(walletId: string): Promise<void> {
    const rows = this.#unshared.of(walletId);
    const { sends, issued } = rows;
    if (sends.length + issued.length === 0) return;
    try {
      await this.#database.writeThrough(['wallets', 'sends', 'addresses'], async (at) => {
        if (!(await at.get('wallets', [walletId]))) return;
        for (const row of sends) if (!(await at.get('sends', [walletId, row.id]))) await at.put('sends', row);
        for (const { address, label } of issued) {
          const row = await at.get('addresses', [walletId, address]);
          if (row && !row.shown) await at.put('addresses', { ...row, shown: true, label });
        }
      });
    } catch {
      // Still full, or unreadable: it is tried again.
      return;
    }
    this.#unshared.deleteStored(walletId, rows);
  }

  /** Copies the payments that other tabs have stored on a full disk since its data was moved to memory. */
  async #takeMovedSends(walletId: string): Promise<void> {
    const read = (at: ReadTransaction) => at.range('sends', { prefix: [walletId] });
    // The disk may be unreadable by now, while the memory is not.
    const stored = await this.#database.readMoved(['sends'], read).catch(() => undefined);
    if (!stored?.length) return;
    await this.#database.write(['wallets', 'sends'], async (at) => {
      if (!(await at.get('wallets', [walletId]))) return;
      for (const row of stored) if (!(await at.get('sends', [walletId, row.id]))) await at.put('sends', row);
    });
  }

  /**
   * `claimSwap` and `minedHeight` are written separately: a server's late response must not undo what a block has shown
   * in the meantime.
   */
  putSend(row: Omit<SendRow, 'claimSwap' | 'minedHeight'>): Promise<void> {
    const { walletId, id } = row;
    return this.#writeSend(walletId, id, (stored) => {
      const { claimSwap, minedHeight } = stored ?? {};
      return { ...row, claimSwap, minedHeight };
    });
  }

  /** Stores a signed payment that others may have; one that another tab tracks stays tracked. */
  releaseSend(row: Omit<SendRow, 'claimSwap' | 'isReleased'>): Promise<void> {
    const { walletId, id } = row;
    return this.#writeSend(walletId, id, (stored) =>
      !stored || stored.isReleased ? { ...stored, ...row, isReleased: true } : stored
    );
  }

  async #writeSend(
    walletId: string,
    id: TransactionId,
    change: (stored: SendRow | undefined) => SendRow
  ): Promise<void> {
    const unshared = this.#unshared.of(walletId).sends.find((row) => row.id === id);
    let written: SendRow | undefined;
    const isShared = await this.#database.writeToBoth(['wallets', 'sends'], async (at) => {
      await requireWallet(at, walletId);
      const row = change((await at.get('sends', [walletId, id])) ?? unshared);
      written ??= row;
      await at.put('sends', row);
    });
    if (isShared) this.#unshared.deleteSend(walletId, id);
    else this.#unshared.add(walletId, { sends: [written!] });
  }

  putClaims(walletId: string, found: readonly Pick<SendRow, 'id' | 'claimSwap'>[]): Promise<void> {
    return this.#changeSends(walletId, found);
  }

  putMined(walletId: string, found: readonly Pick<SendRow, 'id' | 'minedHeight'>[]): Promise<void> {
    return this.#changeSends(walletId, found);
  }

  /** Changes fields of sent transactions; those that were deleted in the meantime stay so. */
  #changeSends(walletId: string, changes: readonly (Pick<SendRow, 'id'> & Partial<SendRow>)[]): Promise<void> {
    return this.#database.write(['sends'], async (at) => {
      for (const change of changes) {
        this.#unshared.changeSend(walletId, change.id, change);
        const row = await at.get('sends', [walletId, change.id]);
        if (row) await at.put('sends', { ...row, ...change });
      }
    });
  }

  async deleteSend(walletId: string, id: TransactionId): Promise<void> {
    this.#unshared.deleteSend(walletId, id);
    await this.#database.writeToBoth(['sends'], (at) => at.delete('sends', [walletId, id]));
  }

  async putHandedOver(walletId: string, payment: HandedOver, blockMs: number): Promise<void> {
    await this.#database.writeToBoth(['wallets'], async (at) => {
      // A full disk has none that were created since.
      const row = await at.get('wallets', [walletId]);
      const handedOver = withHandedOver(row?.handedOver, payment, blockMs);
      if (row) await at.put('wallets', { ...row, handedOver });
    });
  }
}

async function deleteWallet(at: DeleteTransaction, walletId: string): Promise<void> {
  await at.delete('wallets', [walletId]);
  for (const table of OWNED_TABLES) await at.deleteAll(table, [walletId]);
}

/** The outputs that an opened wallet shows. @param frozen ids of its frozen coins */
async function openingAt(at: ReadTransaction, walletId: string, frozen: readonly CoinOutputId[]) {
  const [meta, funds] = await Promise.all([at.get('meta', [walletId]), at.range('funds', { prefix: [walletId] })]);
  const after: Key = [walletId, meta?.state.index.height ?? -1, '~'];
  const immature = await at.range('coins', { index: 'byMaturity', prefix: [walletId], after });
  const found = await Promise.all(frozen.map((id) => at.get('coins', [walletId, id])));
  return {
    meta,
    funds: funds.map(({ fund }) => fund),
    immature: immature.map(({ coin }) => coin),
    frozen: found.flatMap((row) => row?.coin ?? [])
  };
}

const openingOf = (unstored: UnstoredSnapshot, frozen: readonly CoinOutputId[]) => ({
  meta: unstored.meta,
  funds: unstored.funds,
  immature: unstored.immature,
  frozen: frozen.flatMap((id) => unstored.coin(id) ?? [])
});

/** Writing to a wallet that another tab has removed would leave rows behind. @throws {UnknownWalletError} */
async function requireWallet(at: ReadTransaction, walletId: string): Promise<WalletRow> {
  const row = await at.get('wallets', [walletId]);
  if (!row) throw new UnknownWalletError(walletId);
  return row;
}

async function patchWallet(at: WriteTransaction, walletId: string, change: WalletChange) {
  const changed = { ...(await requireWallet(at, walletId)), ...change };
  await at.put('wallets', changed);
  return changed;
}

/** Whether these are all of the wallet's addresses; true if they are not given. */
async function hasAddresses(at: ReadTransaction, walletId: string, addresses?: readonly Address[]): Promise<boolean> {
  if (addresses === undefined) return true;
  const given = new Set(addresses);
  const rows = await at.range('addresses', { prefix: [walletId] });
  return rows.length === given.size && rows.every(({ address }) => given.has(address));
}

/** Existing ones are unchanged. */
async function putNewAddresses(at: WriteTransaction, walletId: string, rows: readonly AddressRow[]): Promise<void> {
  const waiting = (await at.get('labels', [walletId]))?.waiting;
  const known = await Promise.all(rows.map(({ address }) => at.get('addresses', [walletId, address])));
  for (const [i, row] of rows.entries()) {
    if (known[i]) continue;
    const label = row.label || (waiting?.get(row.address) ?? '');
    // Another copy of the wallet issued an address that it labels.
    await at.put('addresses', { ...row, label, shown: row.shown || label !== '' });
  }
}

async function patchRows(at: WriteTransaction, walletId: string, changes: readonly AddressChange[]): Promise<void> {
  for (const { address, change } of changes) {
    const row = await at.get('addresses', [walletId, address]);
    if (row) await at.put('addresses', { ...row, ...change });
  }
}

async function writeLabels(
  at: WriteTransaction,
  walletId: string,
  { text, waiting, changes, frozen, thawed }: LabelChange
): Promise<void> {
  await at.put('labels', { walletId, text, waiting });
  await patchRows(at, walletId, changes);
  for (const id of frozen) await at.put('frozen', { walletId, id });
  for (const id of thawed) await at.delete('frozen', [walletId, id]);
}
