import { describe, expect, test } from 'vitest';
import type { Address } from '$lib/chain/address';
import { fundUnits, hastings } from '$lib/chain/currency/currency';
import type { BlockId, CoinOutputId, FundOutputId, Hash256 } from '$lib/chain/ids';
import { unixSeconds } from '$lib/chain/time';
import type { Database } from '$lib/storage/database';
import type { DayRow } from '$lib/storage/tables';
import type { AddressRow, WalletRow } from '$lib/services/wallet/records';
import type { Step } from '$lib/services/wallet/ports';
import { WalletStore } from '$lib/storage/walletStore';
import { emptyCache, type WalletCache } from '$lib/wallet/sync/cache';
import type { OwnedCoin, OwnedFund } from '$lib/wallet/sync/coins';
import type { WalletEvent } from '$lib/wallet/sync/walletEvent';

const DAY_SECONDS = 86_400;
const id = (n: number) => n.toString(16).padStart(64, '0');
const address = (n: number) => n.toString(16).padStart(76, 'a') as Address;
const index = (height: number, branch = 0) => ({ height, id: id(height * 16 + branch) as BlockId });
const state = (height: number, branch = 0) => ({
  index: index(height, branch),
  fundTaxRevenue: hastings(7n),
  elements: { numLeaves: BigInt(height), trees: [] },
  prevTimestamps: [unixSeconds(height)]
});
const coin = (n: number, value: bigint, maturity = 0): OwnedCoin => ({
  id: id(n) as CoinOutputId,
  output: { value: hastings(value), address: address(1) },
  maturityHeight: BigInt(maturity),
  leafIndex: BigInt(n)
});
const event = (n: number, height: number, coins: bigint, day = height): WalletEvent => ({
  id: id(n) as Hash256,
  type: n % 2 ? 'miner' : 'transaction',
  index: index(height),
  timestamp: unixSeconds(day * DAY_SECONDS + n),
  maturityHeight: height,
  inputs: [],
  outputs: [],
  fee: hastings(0n),
  coins,
  funds: 0n
});
const removed = (n: number, height: number) => ({ id: id(n) as Hash256, blockId: index(height).id });
const cacheOf = (height: number, coins: readonly OwnedCoin[], nodes: WalletCache['nodes'] = new Map(), branch = 0) => ({
  ...emptyCache(state(height, branch)),
  coins: new Map(coins.map((each) => [each.id, each])),
  nodes
});

const walletRow = (walletId: string): WalletRow => ({
  id: walletId,
  name: walletId,
  kind: 'watch',
  createdAtMs: 1,
  checkedUpTo: 0,
  discover: false,
  firstSync: true
});
const addressRow = (walletId: string, n: number): AddressRow => ({
  walletId,
  address: address(n),
  label: '',
  isChange: false,
  createdAtMs: n,
  shown: true,
  used: false
});
const dayRow = (walletId: string, day: number): DayRow => ({
  walletId,
  day,
  timestamp: unixSeconds(day),
  coins: hastings(2n ** 100n)
});

/** The contract of every database implementation. */
export function describeDatabase(name: string, open: () => Promise<Database>): void {
  describe(`a database in ${name}`, () => {
    test('reads rows in key order, page by page, separately for each wallet', async () => {
      const database = await open();
      const days = [3, -2, 10, 0, 7];
      await database.write(['days'], async (at) => {
        for (const day of days) {
          await at.put('days', dayRow('b', day));
          await at.put('days', dayRow('a', day + 100));
        }
      });
      await database.read(['days'], async (at) => {
        const all = await at.range('days', { prefix: ['b'] });
        expect(all.map(({ day }) => day)).toEqual([-2, 0, 3, 7, 10]);
        expect(all[0]?.coins).toBe(2n ** 100n);
        const page = await at.range('days', { prefix: ['b'], after: ['b', 0], limit: 2 });
        expect(page.map(({ day }) => day)).toEqual([3, 7]);
        expect(await at.count('days', ['b'])).toBe(5);
        expect(await at.range('days', {})).toHaveLength(10);
        expect((await at.get('days', ['a', 98]))?.day).toBe(98);
        expect(await at.get('days', ['b', 98])).toBeUndefined();
      });
      await database.write(['days'], (at) => at.deleteAll('days', ['b']));
      expect(await database.read(['days'], (at) => at.range('days', {}))).toHaveLength(5);
    });

    test('writes a transaction completely or not at all', async () => {
      const database = await open();
      await database.write(['days'], (at) => at.put('days', dayRow('a', 1)));
      const failing = database.write(['days', 'wallets'], async (at) => {
        await at.put('days', { ...dayRow('a', 1), coins: hastings(0n) });
        await at.put('days', dayRow('a', 2));
        await at.put('wallets', walletRow('a'));
        await at.delete('days', ['a', 1]);
        throw new Error('broken in the middle');
      });
      await expect(failing).rejects.toThrow('broken in the middle');
      expect(await database.read(['days'], (at) => at.range('days', {}))).toEqual([dayRow('a', 1)]);
      expect(await database.read(['wallets'], (at) => at.range('wallets', {}))).toEqual([]);
    });

    test('runs writers one after another', async () => {
      const database = await open();
      await database.write(['wallets'], (at) => at.put('wallets', walletRow('a')));
      const addOne = () =>
        database.write(['wallets'], async (at) => {
          const row = (await at.get('wallets', ['a']))!;
          await at.put('wallets', { ...row, checkedUpTo: row.checkedUpTo + 1 });
        });
      await Promise.all(Array.from({ length: 20 }, addOne));
      expect((await database.read(['wallets'], (at) => at.get('wallets', ['a'])))?.checkedUpTo).toBe(20);
    });
  });

  describe(`a wallet store in ${name}`, () => {
    const nodes = new Map([
      [64 * 3, id(1) as Hash256],
      [64 * 4 + 1, id(2) as Hash256],
      [64 * 5000, id(3) as Hash256]
    ]);

    async function withSnapshot() {
      const store = new WalletStore(await open());
      await store.addWallet(walletRow('w'), [addressRow('w', 1), addressRow('w', 2)]);
      const cache = cacheOf(10, [coin(1, 5n), coin(2, 100n, 12), coin(3, 7n)], nodes);
      const events = [event(1, 3, 5n), event(2, 9, 100n), event(3, 9, 7n)];
      const used = [address(1)];
      await store.saveSnapshot('w', { cache, state: state(10), events, atMs: 1000, used }, { firstSync: false });
      return { store, cache };
    }

    const step = (before: WalletCache, after: WalletCache, changes: Partial<Step['changes']> = {}): Step => ({
      before,
      after,
      changes: {
        coins: { added: [], removed: [] },
        funds: { added: [], removed: [] },
        nodes: { set: new Map(), removed: [] },
        events: { added: [], removed: [] },
        ...changes
      },
      state: state(after.index.height),
      atMs: 2000
    });

    test('returns what a first sync stored, and opens without reading the coins', async () => {
      const { store, cache } = await withSnapshot();
      expect(await store.loadCache('w')).toEqual({ cache, state: state(10) });
      const { row, meta, addresses, immature } = await store.open('w');
      expect(row.firstSync).toBe(false);
      expect(meta).toMatchObject({ coins: 112n, coinCount: 3, eventCount: 3, atMs: 1000 });
      expect(addresses.map(({ used }) => used)).toEqual([true, false]);
      expect(immature.map((each) => each.id)).toEqual([id(2)]);
      expect((await store.days('w')).map(({ day, coins }) => [day, coins])).toEqual([
        [3, 5n],
        [9, 112n]
      ]);
    });

    test('finds outputs that any of its wallets holds', async () => {
      const { store } = await withSnapshot();
      await store.addWallet(walletRow('v'), []);
      const fund: OwnedFund = {
        id: id(8) as FundOutputId,
        output: { value: fundUnits(3n), address: address(1) },
        claimStart: hastings(0n),
        leafIndex: 8n
      };
      const cache = { ...cacheOf(10, [coin(7, 1n)]), funds: new Map([[fund.id, fund]]) };
      await store.saveSnapshot('v', { cache, state: state(10), events: [], atMs: 1000 }, {});
      const found = await store.heldOutputs([1, 7, 8, 9].map((n) => id(n) as Hash256));
      expect(new Set(found)).toEqual(new Set([coin(1, 5n), coin(7, 1n), fund]));
    });

    test('serves the result of a first sync while it is being stored', async () => {
      const database = await open();
      const store = new WalletStore(database);
      await store.addWallet(walletRow('w'), [addressRow('w', 1)]);
      await store.setFrozen('w', [id(2) as CoinOutputId], true);
      const held = [
        coin(1, 5n),
        coin(2, 100n, 12),
        coin(3, 7n),
        coin(4, 7n),
        { ...coin(5, 1n, 11), leafIndex: undefined }
      ];
      const events = [event(1, 3, 5n), event(3, 9, 7n), event(2, 9, 108n)];
      const read = { cache: cacheOf(10, held, nodes), state: state(10), events, atMs: 1000 };
      const answers = async () => {
        // The row marks the first sync as due until it is stored.
        const opened = { ...(await store.open('w')), row: undefined };
        const coinPages = [];
        for (const order of ['byValue', 'byMaturity'] as const) {
          const first = await store.coinPage('w', order, undefined, 2);
          coinPages.push(first, await store.coinPage('w', order, first.at(-1), 10));
        }
        const newest = await store.eventPage('w', undefined, undefined, 1);
        const eventPages = [newest, await store.eventPage('w', undefined, newest[0], 5)];
        const miners = await store.eventPage('w', 'miner', undefined, 5);
        const [one, none] = await Promise.all([store.event('w', id(3) as Hash256), store.event('w', id(9) as Hash256)]);
        const cached = await store.loadCache('w');
        return { opened, coinPages, eventPages, miners, one, none, days: await store.days('w'), cached };
      };
      const storing = store.saveSnapshot('w', read, { firstSync: false });
      const meanwhile = await answers();
      await storing;
      expect(meanwhile).toEqual(await answers());
      expect(meanwhile.opened.meta?.coins).toBe(120n);
    });

    test('stays due for a first sync and keeps its data if storing one is interrupted', async () => {
      const database = await open();
      const broken: Database = Object.assign(Object.create(database) as Database, {
        read: database.read.bind(database),
        write: (tables: Parameters<Database['write']>[0], run: Parameters<Database['write']>[1]) =>
          database.write(tables, async (at) => {
            await run(at);
            if (tables.includes('coins')) throw new Error('interrupted');
          })
      });
      const store = new WalletStore(broken);
      await store.addWallet(walletRow('w'), [addressRow('w', 1)]);
      const read = { cache: cacheOf(10, [coin(1, 5n)]), state: state(10), events: [], atMs: 1000 };
      await expect(store.saveSnapshot('w', read, { firstSync: false })).rejects.toThrow('interrupted');
      expect(await store.loadCache('w')).toBeUndefined();
      expect((await store.open('w')).row.firstSync).toBe(true);
      await expect(store.saveSnapshot('gone', read, {})).rejects.toMatchObject({ code: 'storage/unknown-wallet' });
    });

    test('stays due for a first sync if its addresses changed since that sync began', async () => {
      const store = new WalletStore(await open());
      await store.addWallet(walletRow('w'), [addressRow('w', 1), addressRow('w', 2)]);
      const isDueAfter = async (...read: readonly number[]) => {
        const snapshot = { cache: cacheOf(10, []), state: state(10), events: [], atMs: 1000 };
        await store.saveSnapshot('w', { ...snapshot, addresses: read.map(address) }, { firstSync: false });
        return (await store.open('w')).row.firstSync;
      };
      expect(await isDueAfter(1)).toBe(true);
      expect(await isDueAfter(1, 2, 3)).toBe(true);
      expect(await isDueAfter(1, 3)).toBe(true);
      expect(await isDueAfter(1, 2)).toBe(false);
    });

    test('leaves nothing behind if it is removed while a first sync is being stored', async () => {
      const store = new WalletStore(await open());
      await store.addWallet(walletRow('w'), [addressRow('w', 1)]);
      const read = { cache: cacheOf(10, [coin(1, 5n)]), state: state(10), events: [event(1, 9, 5n)], atMs: 1000 };
      const storing = expect(store.saveSnapshot('w', read, { firstSync: false })).rejects.toMatchObject({
        code: 'storage/unknown-wallet'
      });
      await store.removeWallet('w');
      await storing;
      expect(await store.metas()).toEqual([]);
      expect(await store.eventPage('w', undefined, undefined, 5)).toEqual([]);
    });

    test('stores a step with its totals', async () => {
      const { store, cache } = await withSnapshot();
      const set = new Map([[64 * 4 + 1, id(9) as Hash256]]);
      const after = cacheOf(
        12,
        [coin(2, 100n, 12), coin(3, 7n), coin(4, 50n)],
        new Map([[64 * 3, id(1) as Hash256], ...set])
      );
      await store.saveStep(
        'w',
        step(cache, after, {
          coins: { added: [coin(4, 50n)], removed: [id(1) as CoinOutputId] },
          nodes: { set, removed: [64 * 5000] },
          events: { added: [event(4, 11, 45n)], removed: [] }
        })
      );
      expect((await store.loadCache('w'))?.cache).toEqual(after);
      const { meta, immature } = await store.open('w');
      expect(meta).toMatchObject({ coins: 157n, coinCount: 3, eventCount: 4, atMs: 2000 });
      expect(immature).toEqual([]);
      expect((await store.days('w')).map(({ day, coins }) => [day, coins])).toEqual([
        [3, 5n],
        [9, 112n],
        [11, 157n]
      ]);
    });

    test('reverts events and days on a reorganization', async () => {
      const { store, cache } = await withSnapshot();
      const after = cacheOf(9, [coin(1, 5n), coin(3, 7n), coin(5, 1n)], nodes, 1);
      await store.saveStep(
        'w',
        step(cache, after, {
          coins: { added: [coin(5, 1n)], removed: [id(2) as CoinOutputId] },
          events: { added: [event(5, 9, 1n, 9)], removed: [removed(2, 9), removed(6, 9)] }
        })
      );
      expect((await store.open('w')).meta).toMatchObject({ coins: 13n, eventCount: 3 });
      const events = await store.eventPage('w', undefined, undefined, 10);
      expect(events.map((each) => each.id)).toEqual([id(3), id(5), id(1)]);
      expect((await store.days('w')).map(({ day, coins }) => [day, coins])).toEqual([
        [3, 5n],
        [9, 13n]
      ]);
    });

    test('keeps an event that a reverted block lists, but that was in an older one', async () => {
      const { store, cache } = await withSnapshot();
      const after = cacheOf(9, [...cache.coins.values()], nodes, 1);
      await store.saveStep(
        'w',
        step(cache, after, { events: { added: [], removed: [removed(1, 10), removed(2, 9)] } })
      );
      const events = await store.eventPage('w', undefined, undefined, 10);
      expect(events.map((each) => each.id)).toEqual([id(3), id(1)]);
      expect((await store.open('w')).meta).toMatchObject({ eventCount: 2 });
    });

    test('refuses a step that does not start at the stored position, and changes nothing', async () => {
      const { store, cache } = await withSnapshot();
      const elsewhere = { ...cache, index: index(10, 5) };
      const stale = step(elsewhere, cacheOf(11, []), { coins: { added: [], removed: [id(1) as CoinOutputId] } });
      await expect(store.saveStep('w', stale)).rejects.toMatchObject({ code: 'storage/stale' });
      expect(await store.loadCache('w')).toEqual({ cache, state: state(10) });
    });

    test('lists coins by value and by maturity, and events newest first, page by page', async () => {
      const { store } = await withSnapshot();
      const first = await store.coinPage('w', 'byValue', undefined, 2);
      const second = await store.coinPage('w', 'byValue', first.at(-1), 2);
      expect([...first, ...second].map(({ output }) => output.value)).toEqual([100n, 7n, 5n]);
      const byMaturity = await store.coinPage('w', 'byMaturity', coin(1, 5n), 5);
      expect(byMaturity.map(({ id }) => Number(`0x${id}`))).toEqual([3, 2]);
      const newest = await store.eventPage('w', undefined, undefined, 2);
      const older = await store.eventPage('w', undefined, newest.at(-1), 2);
      expect([...newest, ...older].map(({ id }) => Number(`0x${id}`))).toEqual([2, 3, 1]);
      const mined = await store.eventPage('w', 'miner', undefined, 5);
      expect(mined.map(({ id }) => Number(`0x${id}`))).toEqual([3, 1]);
    });

    test('merges label changes with changes from other tabs', async () => {
      const { store } = await withSnapshot();
      await Promise.all([
        store.patchAddresses('w', [{ address: address(1), change: { label: 'rent' } }]),
        store.patchAddresses('w', [{ address: address(1), change: { isChange: true } }])
      ]);
      expect((await store.addresses('w'))[0]).toMatchObject({ label: 'rent', isChange: true, used: true });
    });

    test('gives new addresses the labels that wait for them, and counts those addresses as issued', async () => {
      const { store } = await withSnapshot();
      const waiting = new Map([[address(4), 'rent']]);
      await store.saveLabels('w', undefined, { text: '', waiting, changes: [], frozen: [], thawed: [] });
      const rows = [4, 5].map((n) => ({ ...addressRow('w', n), shown: false }));
      await store.addAddresses('w', rows, {});
      expect((await store.addresses('w')).slice(-2)).toMatchObject([
        { label: 'rent', shown: true },
        { label: '', shown: false }
      ]);
    });

    test('stores labels only if the stored ones are those that were read', async () => {
      const { store } = await withSnapshot();
      const labels = { waiting: new Map(), frozen: [], thawed: [] };
      const rent = { ...labels, text: 'rent', changes: [{ address: address(1), change: { label: 'rent' } }] };
      const shop = { ...labels, text: 'shop', changes: [{ address: address(1), change: { label: 'shop' } }] };
      await store.saveLabels('w', undefined, rent);
      for (const read of [undefined, 'others'])
        await expect(store.saveLabels('w', read, shop)).rejects.toMatchObject({ code: 'storage/stale' });
      expect(await store.labelText('w')).toBe('rent');
      expect((await store.addresses('w'))[0]).toMatchObject({ label: 'rent' });
      await store.saveLabels('w', 'rent', shop);
      expect(await store.labelText('w')).toBe('shop');
    });

    test('issues an address once, and none that is used or unknown', async () => {
      const { store } = await withSnapshot();
      await store.addAddresses('w', [{ ...addressRow('w', 4), shown: false }], {});
      const labels = ['rent', 'shop'];
      expect(await Promise.all(labels.map((label) => store.issueAddress('w', address(4), label)))).toEqual([
        true,
        false
      ]);
      expect((await store.addresses('w')).at(-1)).toMatchObject({ shown: true, label: 'rent' });
      await store.patchAddresses('w', [{ address: address(4), change: { shown: false, used: true } }]);
      expect(await store.issueAddress('w', address(4), '')).toBe(false);
      expect(await store.issueAddress('w', address(5), '')).toBe(false);
    });

    test('replaces a key file only if it is still the one that was read', async () => {
      const { store } = await withSnapshot();
      const [first, second, third] = [Uint8Array.of(1), Uint8Array.of(2), Uint8Array.of(3)];
      expect(await store.replaceVault('w', first, second)).toBe(false);
      await store.addWallet(walletRow('w'), [], { vault: first });
      expect(await store.replaceVault('w', first, second)).toBe(true);
      expect(await store.replaceVault('w', first, third)).toBe(false);
      expect(await store.loadVault('w')).toEqual(second);
    });

    test('removes a wallet with all its data, and no other wallet', async () => {
      const { store } = await withSnapshot();
      await store.addWallet(walletRow('v'), [addressRow('v', 1)], { vault: Uint8Array.of(3) });
      await store.addWallet(walletRow('w'), [], { vault: Uint8Array.of(1, 2) });
      await store.setFrozen('w', [id(1) as CoinOutputId], true);
      await store.removeWallet('w');
      expect(await store.wallets()).toEqual([walletRow('v')]);
      expect(await store.loadVault('w')).toBeUndefined();
      expect(await store.loadVault('v')).toEqual(Uint8Array.of(3));
      expect(await store.eventPage('w', undefined, undefined, 5)).toEqual([]);
      await expect(store.open('w')).rejects.toMatchObject({ code: 'storage/unknown-wallet' });
      expect((await store.open('v')).addresses).toHaveLength(1);
    });

    test('writes nothing for a wallet that was removed in the meantime', async () => {
      const database = await open();
      const store = new WalletStore(database);
      const frozen = [id(1) as CoinOutputId];
      const labels = { text: 'private', waiting: new Map(), changes: [], frozen, thawed: [] };
      for (const late of [
        () => store.setFrozen('w', frozen, true),
        () => store.saveLabels('w', undefined, labels),
        () => store.replaceAddresses('w', [], [addressRow('w', 1)]),
        () => store.addAddresses('w', [addressRow('w', 1)], {})
      ])
        await expect(late()).rejects.toMatchObject({ code: 'storage/unknown-wallet' });
      await database.read(['labels', 'frozen', 'addresses'], async (at) => {
        expect(await at.range('labels', {})).toEqual([]);
        expect(await at.range('frozen', {})).toEqual([]);
        expect(await at.range('addresses', {})).toEqual([]);
      });
    });

    test('keeps frozen marks of a coin that disappears and returns', async () => {
      const { store, cache } = await withSnapshot();
      await store.setFrozen('w', [id(1) as CoinOutputId], true);
      expect((await store.open('w')).frozen).toEqual([coin(1, 5n)]);
      const without = cacheOf(11, [coin(2, 100n, 12), coin(3, 7n)], nodes);
      await store.saveStep('w', step(cache, without, { coins: { added: [], removed: [id(1) as CoinOutputId] } }));
      const opened = await store.open('w');
      expect([opened.frozen, [...opened.frozenIds]]).toEqual([[], [id(1)]]);
    });
  });
}
