import { describe, expect, test } from 'vitest';
import { NO_TOTALS, type MiningRecord } from '$lib/services/mining/miningRecords';
import type { Notice } from '$lib/services/notifications/notices';
import type { Database, Engine } from '$lib/storage/database';
import { InboxStore } from '$lib/storage/inboxStore';
import { createMemoryEngine } from '$lib/storage/memoryEngine';
import { MiningStore } from '$lib/storage/miningStore';
import { FallbackDatabase, openMemoryDatabase } from '$lib/storage/openDatabase';
import { WalletStore } from '$lib/storage/walletStore';
import { VOID_ADDRESS, type Address } from '$lib/chain/address';
import type { CoinOutputId, TransactionId } from '$lib/chain/ids';
import type { AddressRow, SendRow, WalletRow } from '$lib/services/wallet/records';
import type { Transfer } from '$lib/wallet/transfer/transfer';
import { unixSeconds } from '$lib/chain/time';
import { hastings } from '$lib/chain/currency/currency';
import { describeDatabase } from '../../support/databaseSuite';

describeDatabase('memory', async () => openMemoryDatabase());

const day = (n: number) => ({ walletId: 'w', day: n, timestamp: unixSeconds(n), coins: hastings(1n) });

/** A disk with room for a few writes. */
function smallDisk(room: number): Engine {
  const engine = createMemoryEngine();
  let left = room;
  return {
    ...engine,
    write: (tables, run) =>
      engine.write(tables, async (at) => {
        if (left-- <= 0) throw new DOMException('no room', 'QuotaExceededError');
        return run(at);
      })
  };
}

/** A store on a disk that can be full. */
function storeOnDisk() {
  const disk = createMemoryEngine();
  let isFull = false;
  const noRoom = () => Promise.reject(new DOMException('no room', 'QuotaExceededError'));
  const write: Engine['write'] = (tables, run) =>
    disk.write(tables, (at) => run({ ...at, ...(isFull && { put: noRoom }) }));
  const database = new FallbackDatabase({ ...disk, write });
  return { disk, setFull: (full: boolean) => void (isFull = full), database, store: new WalletStore(database) };
}

test('a sent transaction: its claim belongs to its record, and no removed wallet gets one', async () => {
  const store = new WalletStore(openMemoryDatabase());
  const sent = { walletId: 'w', id: 't' as TransactionId, transfer: {} as Transfer, atMs: 1 };
  await expect(store.putSend(sent)).rejects.toMatchObject({ code: 'storage/unknown-wallet' });
  expect(await store.sends('w')).toEqual([]);
  await store.addWallet({ id: 'w' } as WalletRow, []);
  await store.putSend({ ...sent, isUnclear: true });
  const claimSwap = { address: VOID_ADDRESS, isConfirmed: true };
  await store.putClaims('w', [
    { id: sent.id, claimSwap },
    { id: 'other' as TransactionId, claimSwap }
  ]);
  await store.putSend(sent);
  expect(await store.sends('w')).toEqual([{ ...sent, claimSwap }]);
  await store.putMined('w', [
    { id: sent.id, minedHeight: 7 },
    { id: 'other' as TransactionId, minedHeight: 8 }
  ]);
  await store.putSend({ ...sent, atMs: 2 });
  expect(await store.sends('w')).toEqual([{ ...sent, atMs: 2, claimSwap, minedHeight: 7 }]);
});

test('a payment that one tab hands over stays tracked if another tab has just sent it', async () => {
  const store = new WalletStore(openMemoryDatabase());
  const sent = { walletId: 'w', id: 't' as TransactionId, transfer: {} as Transfer, atMs: 1 };
  await expect(store.releaseSend(sent)).rejects.toMatchObject({ code: 'storage/unknown-wallet' });
  await store.addWallet({ id: 'w' } as WalletRow, []);
  await store.releaseSend(sent);
  await store.releaseSend({ ...sent, atMs: 2 });
  expect(await store.sends('w')).toEqual([{ ...sent, atMs: 2, isReleased: true }]);
  await store.putSend(sent);
  await store.releaseSend({ ...sent, atMs: 3 });
  expect(await store.sends('w')).toEqual([sent]);
});

describe('a full disk', () => {
  test('moves everything to memory, warns once, and loses nothing', async () => {
    const database = new FallbackDatabase(smallDisk(2));
    const warnings: string[] = [];
    database.onwarning = ({ code }) => warnings.push(code);
    for (let n = 0; n < 2; n++) await database.write(['days'], (at) => at.put('days', day(n)));
    expect(database.warning).toBeUndefined();
    await Promise.all([2, 3, 4].map((n) => database.write(['days'], (at) => at.put('days', day(n)))));
    expect(warnings).toEqual(['storage/full']);
    expect(database.warning?.code).toBe('storage/full');
    const rows = await database.read(['days'], (at) => at.range('days', {}));
    expect(rows.map((row) => row.day)).toEqual([0, 1, 2, 3, 4]);
  });

  test('that is temporarily unreadable too fails once, not permanently', async () => {
    const disk = smallDisk(0);
    let isBroken = true;
    const read: Engine['read'] = (...call) => (isBroken ? Promise.reject(new Error('unreadable')) : disk.read(...call));
    const database = new FallbackDatabase({ ...disk, read });
    const put = () => database.write(['days'], (at) => at.put('days', day(1)));
    await expect(put()).rejects.toThrow('unreadable');
    isBroken = false;
    await put();
    expect(await database.read(['days'], (at) => at.range('days', {}))).toHaveLength(1);
  });

  test('forgets a removed wallet with its keys, or its removal fails', async () => {
    const disk = createMemoryEngine();
    const full = { puts: false, deletes: false };
    const noRoom = () => Promise.reject(new DOMException('no room', 'QuotaExceededError'));
    const write: Engine['write'] = (tables, run) =>
      disk.write(tables, (at) =>
        run({ ...at, ...(full.puts && { put: noRoom }), ...(full.deletes && { delete: noRoom }) })
      );
    const store = new WalletStore(new FallbackDatabase({ ...disk, write }));
    const ids = async (from: WalletStore) => (await from.wallets()).map(({ id }) => id);
    const vault = new Uint8Array([1]);
    for (const id of ['one', 'two']) await store.addWallet({ id } as WalletRow, [], { vault });
    for (const isMoved of [false, true]) {
      if (isMoved) await store.addWallet({ id: 'three' } as WalletRow, []);
      full.deletes = true;
      await expect(store.removeWallet('one')).rejects.toMatchObject({ code: 'storage/no-room' });
      expect(await ids(store)).toContain('one');
      full.deletes = false;
      full.puts = true;
    }
    await store.removeWallet('one');
    expect(await ids(store)).toEqual(['three', 'two']);
    const reloaded = new WalletStore(new FallbackDatabase(disk));
    expect(await ids(reloaded)).toEqual(['two']);
    expect(await reloaded.loadVault('one')).toBeUndefined();
  });

  test('forgets a removed recipient, also after a reload', async () => {
    const { disk, setFull, store } = storeOnDisk();
    const alice = { name: 'Alice', address: VOID_ADDRESS, note: '' };
    await store.saveContacts([alice]);
    setFull(true);
    // Moves everything to memory.
    await store.saveContacts([{ ...alice, note: 'new' }]);
    await store.removeContact(VOID_ADDRESS);
    for (const each of [store, new WalletStore(new FallbackDatabase(disk))]) expect(await each.contacts()).toEqual([]);
  });

  test('forgets the notices and mining records that were cleared, also after a reload', async () => {
    const { disk, setFull, database } = storeOnDisk();
    const reloaded = new FallbackDatabase(disk);
    const inboxOf = (at: Database) => new InboxStore(at, () => crypto.randomUUID());
    const notice = (group: string): Notice => ({ kind: 'alert', group, atMs: 1, count: 1, href: '/' });
    const record = (id: string) => ({ ...NO_TOTALS, id, startedAtMs: 1, endedAtMs: 1 }) as MiningRecord;
    await inboxOf(database).add(notice('wallet'));
    await inboxOf(database).add(notice('other'));
    await new MiningStore(database).put(record('stored'));
    setFull(true);
    await inboxOf(database).add(notice('wallet'));
    await new MiningStore(database).put(record('in memory'));
    await inboxOf(database).clear('wallet');
    for (const at of [database, reloaded]) expect(await inboxOf(at).read()).toMatchObject([{ group: 'other' }]);
    await inboxOf(database).clear();
    await new MiningStore(database).clear();
    for (const at of [database, reloaded])
      expect([await inboxOf(at).read(), await new MiningStore(at).read()]).toEqual([[], []]);
  });

  test('keeps what was shown of a payment that left the browser for as long as the page', async () => {
    const { disk, setFull, store } = storeOnDisk();
    const reloaded = () => new WalletStore(new FallbackDatabase(disk));
    const payment = (id: string) => ({
      id: id as TransactionId,
      atMs: 1,
      recipients: [{ address: VOID_ADDRESS, name: 'Alice' }]
    });
    const idsIn = async (at: WalletStore) => (await at.wallet('w'))?.handedOver?.map(({ id }) => id);
    await store.addWallet({ id: 'w', name: 'one' } as WalletRow, []);
    await store.putHandedOver('w', payment('a'), 1);
    setFull(true);
    await store.putHandedOver('w', payment('b'), 1);
    expect([await idsIn(store), await idsIn(reloaded())]).toEqual([['b', 'a'], ['a']]);
    setFull(false);
    await store.putHandedOver('w', payment('c'), 1);
    expect([await idsIn(store), await idsIn(reloaded())]).toEqual([
      ['c', 'b', 'a'],
      ['c', 'a']
    ]);
    // A change of something else keeps it; the removal of the wallet does not.
    await store.changeWallet('w', { name: 'two' });
    expect(await idsIn(store)).toEqual(['c', 'b', 'a']);
    for (const each of [store, reloaded()]) await each.removeWallet('w');
    await store.putHandedOver('w', payment('d'), 1);
    expect([await store.wallets(), await reloaded().wallets()]).toEqual([[], []]);
  });

  test('keeps a wallet’s password, or takes a new one that a reload keeps', async () => {
    const { disk, setFull, store } = storeOnDisk();
    const reloaded = () => new WalletStore(new FallbackDatabase(disk)).loadVault('one');
    const [first, second, third, fourth] = [Uint8Array.of(1), Uint8Array.of(2), Uint8Array.of(3), Uint8Array.of(4)];
    await store.addWallet({ id: 'one' } as WalletRow, [], { vault: first });
    setFull(true);
    for (const isMoved of [false, true]) {
      if (isMoved) await store.addWallet({ id: 'two' } as WalletRow, [], { vault: first });
      await expect(store.replaceVault('one', first, second)).rejects.toMatchObject({ code: 'storage/no-room' });
      expect([await store.loadVault('one'), await reloaded()]).toEqual([first, first]);
    }
    // One that is in memory only.
    expect(await store.replaceVault('two', first, second)).toBe(true);
    expect(await store.loadVault('two')).toEqual(second);
    setFull(false);
    expect(await store.replaceVault('one', first, second)).toBe(true);
    expect([await store.loadVault('one'), await reloaded()]).toEqual([second, second]);
    // Another tab has changed it on the disk.
    const other = new WalletStore(new FallbackDatabase(disk));
    await other.replaceVault('one', second, third);
    expect(await store.replaceVault('one', second, fourth)).toBe(false);
    expect([await store.loadVault('one'), await reloaded()]).toEqual([third, third]);
    expect(await store.replaceVault('one', third, fourth)).toBe(true);
    expect([await store.loadVault('one'), await reloaded()]).toEqual([fourth, fourth]);
  });

  test('that has room again stores the wallets and recipients that it had refused', async () => {
    const { disk, setFull, store } = storeOnDisk();
    const reloaded = () => new WalletStore(new FallbackDatabase(disk));
    const idsIn = async (at: WalletStore) => (await at.wallets()).map(({ id }) => id);
    const address = { walletId: 'new', address: VOID_ADDRESS, label: '' } as AddressRow;
    const labels = { text: 'lines', waiting: new Map(), changes: [], frozen: ['f' as CoinOutputId], thawed: [] };
    const sends = [{ walletId: 'new', id: 't', atMs: 5, isReleased: true } as unknown as SendRow];
    const contact = (name: string, n: string) => ({ name, address: n as Address, note: '' });
    await store.addWallet({ id: 'old', name: 'old' } as WalletRow, []);
    await store.saveContacts([contact('Alice', 'a'), contact('Dave', 'd')]);
    setFull(true);
    const parts = { vault: Uint8Array.of(1), labels, sends };
    await store.addWallet({ id: 'new', firstSync: true } as WalletRow, [address], parts);
    await store.addWallet({ id: 'removed' } as WalletRow, []);
    await store.saveContacts([
      contact('Alicja', 'a'),
      contact('Bob', 'b'),
      contact('Carol', 'c'),
      contact('David', 'd')
    ]);
    await store.saveContacts([contact('Alicia', 'a')]);
    await store.changeWallet('new', { name: 'renamed', firstSync: false });
    await store.replaceVault('new', Uint8Array.of(1), Uint8Array.of(2));
    expect(await idsIn(store)).toEqual(['new', 'old', 'removed']);
    expect(await idsIn(reloaded())).toEqual(['old']);
    setFull(false);
    await reloaded().saveContacts([contact('Davy', 'd')]);
    await store.removeWallet('removed');
    await store.removeContact('c' as Address);
    // Later ones are stored at once.
    await store.addWallet({ id: 'later' } as WalletRow, []);
    expect(await idsIn(store)).toEqual(['later', 'new', 'old']);
    const after = reloaded();
    expect(await idsIn(after)).toEqual(['later', 'new', 'old']);
    // Its history was in the memory.
    expect(await after.wallet('new')).toEqual({ id: 'new', name: 'renamed', firstSync: true });
    const opened = await after.open('new');
    expect([opened.addresses, [...opened.frozenIds]]).toEqual([[{ ...address }], ['f']]);
    expect([await after.loadVault('new'), await after.labelText('new')]).toEqual([Uint8Array.of(2), 'lines']);
    expect(await after.sends('new')).toEqual(sends);
    // A change of one that another tab has changed since is not.
    expect((await after.contacts()).map(({ name }) => name)).toEqual(['Alicia', 'Bob', 'Davy']);
    await after.removeWallet('new');
    await store.wallets();
    expect(await idsIn(after)).toEqual(['later', 'old']);
  });

  test('that has room again stores the labels and frozen marks that it had refused, in their order', async () => {
    const { disk, setFull, store } = storeOnDisk();
    const other = new WalletStore(new FallbackDatabase(disk));
    const [a, b, c] = ['a', 'b', 'c'].map((id) => id as CoinOutputId);
    const address = { walletId: 'w', address: VOID_ADDRESS, label: '' } as AddressRow;
    const linesOf = (text: string, frozen: CoinOutputId[] = []) => ({ text, waiting: new Map(), changes: [], frozen, thawed: [] });
    const seenBy = async (at: WalletStore) => {
      const { frozenIds, addresses } = await at.open('w');
      return [await at.labelText('w'), [...frozenIds].sort(), addresses[0]!.label];
    };
    for (const id of ['w', 'changed', 'removed']) await store.addWallet({ id } as WalletRow, [{ ...address, walletId: id }]);
    await store.setFrozen('w', [c!], true);
    setFull(true);
    await store.saveLabels('w', undefined, linesOf('first', [a!]));
    await store.saveLabels('w', 'first', linesOf('second'));
    await store.setFrozen('w', [b!], true);
    // A full disk has room for what only deletes.
    await store.setFrozen('w', [b!, c!], false);
    await store.patchAddresses('w', [{ address: VOID_ADDRESS, change: { label: 'rent' } }]);
    for (const id of ['changed', 'removed']) await store.saveLabels(id, undefined, linesOf('lost'));
    const changed = ['second', ['a'], 'rent'];
    expect(await seenBy(store)).toEqual(changed);
    expect(await seenBy(other)).toEqual([undefined, [], '']);
    setFull(false);
    await other.saveLabels('changed', undefined, linesOf('of the other'));
    await other.removeWallet('removed');
    await store.wallets();
    expect([await seenBy(store), await seenBy(other)]).toEqual([changed, changed]);
    expect([await other.labelText('changed'), await other.labelText('removed')]).toEqual(['of the other', undefined]);
    // Later ones are stored at once, and not undone.
    await store.setFrozen('w', [a!], false);
    await store.wallets();
    expect([await seenBy(store), await seenBy(other)]).toEqual([['second', [], 'rent'], ['second', [], 'rent']]);
  }); // prettier-ignore

  test('that has room again stores the watched addresses that it had refused, whose history is then read', async () => {
    const { disk, setFull, store } = storeOnDisk();
    const other = new WalletStore(new FallbackDatabase(disk));
    const [first, second, third, derived] = ['1', '2', '3', '4'].map((address) => ({ walletId: 'w', address, label: '' }) as AddressRow);
    const seenBy = async (at: WalletStore) => (await at.addresses('w')).map(({ address, label }) => address + label);
    await store.addWallet({ id: 'w', firstSync: false } as WalletRow, [first!]);
    setFull(true);
    expect(await store.addAddresses('w', [second!, third!], { firstSync: true })).toMatchObject({ firstSync: true });
    await store.patchAddresses('w', [{ address: second!.address, change: { label: 'rent' } }]);
    await store.addAddresses('w', [{ ...derived!, key: { index: 0n, form: 'pk' } as never }], {});
    expect([await seenBy(store), await seenBy(other)]).toEqual([['1', '2rent', '3', '4'], ['1']]);
    setFull(false);
    await store.wallets();
    expect(await seenBy(other)).toEqual(['1', '2rent', '3']);
    expect(await other.wallet('w')).toMatchObject({ firstSync: true });
  }); // prettier-ignore

  test('that has room again stores payments, which a reload and other tabs show, and those of other tabs are shown', async () => {
    const { disk, setFull, store } = storeOnDisk();
    const other = new WalletStore(new FallbackDatabase(disk));
    const sent = (id: string) => ({ walletId: 'w', id: id as TransactionId, transfer: {} as Transfer, atMs: 1 });
    const idsIn = async (at: WalletStore) => (await at.sends('w')).map(({ id }) => id);
    await store.addWallet({ id: 'w' } as WalletRow, []);
    setFull(true);
    await store.putSend(sent('a'));
    expect([await idsIn(store), await idsIn(other)]).toEqual([['a'], []]);
    setFull(false);
    await store.putSend(sent('b'));
    await store.releaseSend(sent('c'));
    await other.putSend(sent('d'));
    expect([await idsIn(store), await idsIn(other)]).toEqual([
      ['a', 'b', 'c', 'd'],
      ['a', 'b', 'c', 'd']
    ]);
    await store.deleteSend('w', 'b' as TransactionId);
    expect([await idsIn(store), await idsIn(other)]).toEqual([
      ['a', 'c', 'd'],
      ['a', 'c', 'd']
    ]);
    await other.removeWallet('w');
    await store.putSend(sent('e'));
    expect([await idsIn(store), await idsIn(other)]).toEqual([['a', 'c', 'd', 'e'], []]);
  });

  test('that has room again, or not, is asked which addresses other tabs have issued', async () => {
    const { disk, setFull, store } = storeOnDisk();
    const other = new WalletStore(new FallbackDatabase(disk));
    const [first, second, third] = ['1', '2', '3'].map((address) => address as Address);
    const rowOf = (address: Address) =>
      ({ walletId: 'w', address, shown: false, used: false, label: '' }) as AddressRow;
    await store.addWallet({ id: 'w' } as WalletRow, [rowOf(first!), rowOf(second!)]);
    setFull(true);
    await store.addAddresses('w', [rowOf(third!)], {});
    expect(await other.issueAddress('w', first!, 'in the other')).toBe(true);
    expect(await store.issueAddress('w', first!, '')).toBe(false);
    setFull(false);
    expect(await store.issueAddress('w', second!, '')).toBe(true);
    expect(await other.issueAddress('w', second!, '')).toBe(false);
    // Derived since the disk was full.
    expect(await store.issueAddress('w', third!, '')).toBe(true);
    expect(await store.issueAddress('w', third!, '')).toBe(false);
  });

  test('other failures are rethrown', async () => {
    const database = new FallbackDatabase(createMemoryEngine());
    await expect(database.write(['days'], () => Promise.reject(new Error('a bug')))).rejects.toThrow('a bug');
    expect(database.warning).toBeUndefined();
  });
});
