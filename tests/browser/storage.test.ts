import { afterEach, describe, expect, test, vi } from 'vitest';
import { hastings } from '$lib/chain/currency/currency';
import { unixSeconds } from '$lib/chain/time';
import type { Database } from '$lib/storage/database';
import { openDatabase, openDisposableDatabase } from '$lib/storage/openDatabase';
import type { TableName } from '$lib/storage/tables';
import { openWalletTabs } from '$lib/storage/walletTabs';
import { describeDatabase } from '../support/databaseSuite';
import { eventually } from '../support/eventually';

const opened: { database: Database; name: string }[] = [];
async function openNew(): Promise<Database> {
  const name = `test-${crypto.randomUUID()}`;
  const database = await openDatabase(name);
  opened.push({ database, name });
  return database;
}
afterEach(() => {
  vi.restoreAllMocks();
  for (const { database, name } of opened.splice(0)) {
    database.close();
    indexedDB.deleteDatabase(name);
  }
});

describeDatabase('IndexedDB', openNew);

const day = { walletId: 'w', day: 1, timestamp: unixSeconds(5), coins: hastings(2n ** 127n) };

describe('IndexedDB', () => {
  test('keeps its data after reopening', async () => {
    const first = await openNew();
    expect(first.warning).toBeUndefined();
    await first.write(['days'], (at) => at.put('days', day));
    first.close();
    const again = await openDatabase(opened[0]!.name);
    opened.push({ database: again, name: opened[0]!.name });
    expect(await again.read(['days'], (at) => at.range('days', {}))).toEqual([day]);
  });

  test.each<[TableName, IDBTransactionDurability]>([
    ['vaults', 'strict'],
    ['wallets', 'strict'],
    ['sends', 'strict'],
    ['days', 'relaxed']
  ])('writes %s with %s durability', async (table, durability) => {
    const database = await openNew();
    const opening = vi.spyOn(IDBDatabase.prototype, 'transaction');
    await database.write([table], async () => undefined);
    expect(opening).toHaveBeenCalledWith([table], 'readwrite', { durability });
  });

  test('a write is committed before its requests are answered, which a page that is being left does not see', async () => {
    const database = await openNew();
    const putting = vi.spyOn(IDBObjectStore.prototype, 'put');
    const commit = IDBTransaction.prototype.commit;
    const states: IDBRequestReadyState[] = [];
    vi.spyOn(IDBTransaction.prototype, 'commit').mockImplementation(function (this: IDBTransaction) {
      states.push(...putting.mock.results.map(({ value }) => (value as IDBRequest).readyState));
      commit.call(this);
    });
    await database.write(['days'], (at) => at.put('days', day));
    expect(states).toEqual(['pending']);
    expect(await database.read(['days'], (at) => at.range('days', {}))).toEqual([day]);
  });

  test('is upgraded from an earlier version with its rows intact', async () => {
    const name = `test-${crypto.randomUUID()}`;
    const old = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open(name, 1);
      request.onupgradeneeded = () => request.result.createObjectStore('days', { keyPath: ['walletId', 'day'] });
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error!);
    });
    old.transaction('days', 'readwrite').objectStore('days').put(day);
    old.close();
    const database = await openDatabase(name);
    opened.push({ database, name });
    expect(database.warning).toBeUndefined();
    expect(await database.read(['days'], (at) => at.range('days', {}))).toEqual([day]);
    const sample = { scope: 's', tier: 'minute', bucket: 1, atMs: 60_000, values: { a: 2n ** 90n } } as const;
    await database.write(['samples'], (at) => at.put('samples', sample));
    expect(await database.read(['samples'], (at) => at.range('samples', {}))).toEqual([sample]);
  });

  test('falls back to memory with a warning if the browser blocks it', async () => {
    vi.spyOn(indexedDB, 'open').mockImplementation(() => {
      throw new DOMException('The user denied permission to access the database.', 'UnknownError');
    });
    const database = await openDatabase('blocked');
    expect(database.warning?.code).toBe('storage/blocked');
    await database.write(['days'], (at) => at.put('days', day));
    expect(await database.read(['days'], (at) => at.range('days', {}))).toEqual([day]);
  });

  test('of a newer version is not replaced with an empty one', async () => {
    const name = crypto.randomUUID();
    const newer = indexedDB.open(name, 99);
    await new Promise((resolve, reject) => {
      newer.onsuccess = resolve;
      newer.onerror = reject;
    });
    newer.result.close();
    await expect(openDatabase(name)).rejects.toMatchObject({ code: 'storage/newer-version' });
    const scratch = await openDisposableDatabase(name);
    expect(scratch.warning?.code).toBe('storage/newer-version');
    indexedDB.deleteDatabase(name);
  });

  test('reports an outdated tab that holds it open, instead of waiting', async () => {
    const name = crypto.randomUUID();
    const older = indexedDB.open(name, 1);
    await new Promise((resolve, reject) => {
      older.onsuccess = resolve;
      older.onerror = reject;
    });
    await expect(openDatabase(name)).rejects.toMatchObject({ code: 'storage/outdated-tab' });
    older.result.close();
    indexedDB.deleteDatabase(name);
  });

  test('that is deleted while it is open is reported as closed, not as open in another version', async () => {
    const database = await openNew();
    await database.write(['days'], (at) => at.put('days', day));
    const { name } = opened.at(-1)!;
    await new Promise((resolve) => (indexedDB.deleteDatabase(name).onsuccess = resolve));
    await expect(database.read(['days'], (at) => at.range('days', {}))).rejects.toMatchObject({
      code: 'storage/closed'
    });
    await expect(database.write(['days'], (at) => at.put('days', day))).rejects.toMatchObject({
      code: 'storage/closed'
    });
  });

  test('that the browser cannot open is reported as unreadable, not as empty', async () => {
    const open = indexedDB.open.bind(indexedDB);
    vi.spyOn(indexedDB, 'open').mockImplementation((name, version) => {
      const request = open(name, version);
      const fail = () => request.transaction?.abort();
      void Promise.resolve().then(() => request.addEventListener('upgradeneeded', fail));
      return request;
    });
    await expect(openDatabase('broken')).rejects.toMatchObject({ code: 'storage/unreadable' });
  });

  test('continues in memory if the quota is exceeded during a write', async () => {
    const database = await openNew();
    await database.write(['days'], (at) => at.put('days', day));
    const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('no room', 'QuotaExceededError');
    });
    await database.write(['days'], (at) => at.put('days', { ...day, day: 2 }));
    expect(put).toHaveBeenCalled();
    expect(database.warning?.code).toBe('storage/full');
    expect(await database.read(['days'], (at) => at.range('days', {}))).toEqual([day, { ...day, day: 2 }]);
  });

  test('yields to the page while writing many rows', async () => {
    const database = await openNew();
    // Every reading of the clock advances it by a millisecond.
    let nowMs = performance.now();
    vi.spyOn(performance, 'now').mockImplementation(() => nowMs++);
    const { port1, port2 } = new MessageChannel();
    let turns = 0;
    port1.onmessage = () => {
      turns++;
      port2.postMessage(undefined);
    };
    port2.postMessage(undefined);
    const rows = Array.from({ length: 200 }, (_, i) => ({ ...day, day: i }));
    await database.write(['days'], async (at) => {
      for (const row of rows) await at.put('days', row);
      expect(turns).toBeGreaterThan(5);
    });
    port1.close();
    expect(await database.read(['days'], (at) => at.range('days', {}))).toEqual(rows);
  });

  test('gives way to a newer version in another tab, with an error', async () => {
    const database = await openNew();
    const newer = indexedDB.open(opened[0]!.name, 99);
    await new Promise((resolve, reject) => {
      newer.onsuccess = resolve;
      newer.onerror = reject;
    });
    newer.result.close();
    await expect(database.read(['days'], (at) => at.range('days', {}))).rejects.toMatchObject({
      code: 'storage/outdated-tab'
    });
  });
});

describe('the lock of a wallet', () => {
  test('lets one tab work; the next one takes over when it ends', async () => {
    const walletId = crypto.randomUUID();
    const tabs = [openWalletTabs(walletId, () => undefined), openWalletTabs(walletId, () => undefined)] as const;
    const log: string[] = [];
    const first = new AbortController();
    const second = new AbortController();
    const holds = (name: string, signal: AbortSignal) => async () => {
      log.push(`${name} works`);
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      log.push(`${name} ends`);
    };
    const workOf = (name: string, signal: AbortSignal) => ({
      signal,
      onwait: () => void log.push(`${name} waits`),
      run: holds(name, signal)
    });
    const working = tabs[0].lead(workOf('one', first.signal));
    await eventually(() => expect(log).toEqual(['one works']));
    const waiting = tabs[1].lead(workOf('two', second.signal));
    await eventually(() => expect(log).toEqual(['one works', 'two waits']));
    first.abort();
    await eventually(() => expect(log).toEqual(['one works', 'two waits', 'one ends', 'two works']));
    second.abort();
    await Promise.all([working, waiting]);
    for (const tab of tabs) tab.close();
  });

  test('notifies the other tabs of changes, with exact amounts', async () => {
    const walletId = crypto.randomUUID();
    const heard: unknown[] = [];
    const one = openWalletTabs(walletId, () => undefined);
    const two = openWalletTabs(walletId, (news) => heard.push(news));
    one.post({ type: 'chain' });
    one.post({ type: 'pool', askedAtMs: 1, events: [], unverified: [] });
    await eventually(() =>
      expect(heard).toEqual([{ type: 'chain' }, { type: 'pool', askedAtMs: 1, events: [], unverified: [] }])
    );
    one.close();
    two.close();
  });
});
