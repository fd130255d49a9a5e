/**
 * Opening wallets with 100 and 100,000 cached outputs and events, interleaved in one run, in IndexedDB of a real
 * Chromium. Measured from a new database connection until the balances can be shown.
 */
import { expect, test, vi } from 'vitest';
import { cdp } from 'vitest/browser';
import type { Address } from '$lib/chain/address';
import { fundUnits, hastings } from '$lib/chain/currency/currency';
import type { BlockId, CoinOutputId, Hash256 } from '$lib/chain/ids';
import { unixSeconds } from '$lib/chain/time';
import { openTestKeystore } from '../tests/support/inProcessKeys';
import { openDatabase } from '$lib/storage/openDatabase';
import { WalletStore } from '$lib/storage/walletStore';
import { openWalletTabs } from '$lib/storage/walletTabs';
import { WalletState } from '$lib/state/wallet/wallet.svelte';
import type { WalletServer } from '$lib/api/wallet-server/client';
import type { WalletCache } from '$lib/wallet/sync/cache';
import type { OwnedCoin } from '$lib/wallet/sync/coins';
import type { WalletEvent } from '$lib/wallet/sync/walletEvent';

const SIZES = [100, 100_000] as const;
const RUNS = 15;
const TIP = 200_000;
const LEAVES = 2 ** 24;
const HEIGHTS = 24;

const hex = (n: number, salt: number) => (n * 16 + salt).toString(16).padStart(64, '0');
const own = 'aa'.repeat(38) as Address;
const ms = (value: number) => `${value.toFixed(1)} ms`;
const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1]!;

function coin(i: number, count: number): OwnedCoin {
  const leaf = Math.floor((i * LEAVES) / count);
  return {
    id: hex(i, 1) as CoinOutputId,
    output: { value: hastings(BigInt(i + 1) * 10n ** 24n), address: own },
    // The last ten are immature.
    maturityHeight: BigInt(i > count - 10 ? TIP + 50 : i),
    leafIndex: BigInt(leaf)
  };
}

const event = (i: number, count: number): WalletEvent => ({
  id: hex(i, 2) as Hash256,
  type: i % 3 === 0 ? 'transaction' : 'miner',
  index: { height: Math.floor((i * TIP) / count), id: hex(i, 3) as BlockId },
  // Ten years, with something on every day.
  timestamp: unixSeconds(1_500_000_000 + Math.floor((i * 3_650 * 86_400) / count)),
  maturityHeight: i,
  inputs: [],
  outputs: [{ id: hex(i, 1) as Hash256, address: own, coins: hastings(BigInt(i + 1) * 10n ** 24n), own: true }],
  fee: hastings(0n),
  coins: BigInt(i + 1) * 10n ** 24n,
  funds: 0n
});

/** The sibling nodes along the paths of all coins. */
function nodesOf(coins: readonly OwnedCoin[]): Map<number, Hash256> {
  const nodes = new Map<number, Hash256>();
  for (const { leafIndex } of coins) {
    for (let height = 0; height < HEIGHTS; height++) {
      const place = Math.floor(Number(leafIndex) / 2 ** height) ^ 1;
      nodes.set(place * 64 + height, hex(place, height % 16) as Hash256);
    }
  }
  return nodes;
}

function snapshotOf(count: number) {
  const coins = Array.from({ length: count }, (_, i) => coin(i, count));
  const events = Array.from({ length: count }, (_, i) => event(i, count));
  const index = { height: TIP, id: hex(TIP, 5) as BlockId };
  const state = {
    index,
    fundTaxRevenue: hastings(0n),
    elements: { numLeaves: BigInt(LEAVES), trees: [] },
    prevTimestamps: [unixSeconds(2_000_000_000)]
  };
  const cache: WalletCache = {
    index,
    numLeaves: BigInt(LEAVES),
    fundTaxRevenue: hastings(0n),
    coins: new Map(coins.map((each) => [each.id, each])),
    funds: new Map(),
    nodes: nodesOf(coins)
  };
  return { cache, state, events, atMs: 1 };
}

/** JavaScript heap in use after garbage collection, in MiB. */
async function heapMegabytes(): Promise<number> {
  await cdp().send('HeapProfiler.collectGarbage');
  const { usedSize } = await cdp().send('Runtime.getHeapUsage');
  return usedSize / 2 ** 20;
}

const server = new Proxy({} as WalletServer, { get: () => () => Promise.reject(new Error('no server here')) });

async function open(name: string, id: string) {
  const startMs = performance.now();
  const database = await openDatabase(name);
  const store = new WalletStore(database);
  const { keystore } = openTestKeystore();
  const deps = { server, store, keystore };
  const wallet = await WalletState.open(id, {
    ...deps,
    openTabs: openWalletTabs,
    nowMs: Date.now,
    isOwnNode: true,
    pollMs: 1e9,
    prioritize: (work) => work(),
    isElsewhere: () => false,
    oncurrent: () => undefined,
    onwatched: () => undefined
  });
  const { balance } = wallet;
  const tookMs = performance.now() - startMs;
  expect(balance).toBeDefined();
  return { wallet, store, database, tookMs };
}

test('opening does not depend on how much a wallet holds', async () => {
  const name = `bench-${crypto.randomUUID()}`;
  const database = await openDatabase(name);
  expect(database.warning).toBeUndefined();
  const store = new WalletStore(database);
  for (const count of SIZES) {
    const snapshot = snapshotOf(count);
    const row = { name: `${count}`, kind: 'watch' as const, createdAtMs: 0, checkedUpTo: 0, discover: false };
    await store.addWallet({ ...row, id: `${count}`, firstSync: false }, []);
    const startMs = performance.now();
    await store.saveSnapshot(`${count}`, snapshot, {});
    console.log(`${count} stored, with ${snapshot.cache.nodes.size} nodes: ${ms(performance.now() - startMs)}`);
  }
  database.close();

  const took = new Map<number, number[]>(SIZES.map((count) => [count, []]));
  for (let run = 0; run <= RUNS; run++) {
    for (const count of run % 2 ? SIZES : SIZES.toReversed()) {
      const opened = await open(name, `${count}`);
      // The first round is warm-up.
      if (run > 0) took.get(count)!.push(opened.tookMs);
      // The chart's points are read after the balances; they must not overlap with the next measurement.
      await vi.waitFor(() => expect(opened.wallet.history.length).toBeGreaterThan(0), { timeout: 5_000 });
      opened.wallet.close();
      opened.database.close();
    }
  }
  const medians = SIZES.map((count) => {
    const all = took.get(count)!;
    console.log(`open ${count}: median ${ms(median(all))}, ${ms(Math.min(...all))} to ${ms(Math.max(...all))}`);
    return median(all);
  });
  console.log(`ratio ${(medians[1]! / medians[0]!).toFixed(2)}`);

  for (const count of SIZES) {
    const emptyMb = await heapMegabytes();
    const { wallet, store: again, database: held } = await open(name, `${count}`);
    console.log(`${count} opened holds ${((await heapMegabytes()) - emptyMb).toFixed(1)} MB`);
    const measure = async (what: string, run: () => Promise<unknown>) => {
      const startMs = performance.now();
      await run();
      console.log(`${count} ${what}: ${ms(performance.now() - startMs)}`);
    };
    await measure('first page of events', () => again.eventPage(`${count}`, undefined, undefined, 200));
    await measure('first page of coins', () => again.coinPage(`${count}`, 'byValue', undefined, 200));
    await measure('history', () => again.days(`${count}`));
    await measure('whole cache, read once before following or sending', () => wallet.cache());
    const before = await wallet.cache();
    console.log(`${count} ready to follow and send holds ${((await heapMegabytes()) - emptyMb).toFixed(1)} MB`);
    const index = { height: TIP + 1, id: hex(TIP + 1, 6) as BlockId };
    const added = { ...coin(count + 1, count), leafIndex: BigInt(LEAVES - 1) };
    const changes = {
      coins: { added: [added], removed: [] },
      funds: { added: [], removed: [] },
      nodes: { set: new Map([[64, hex(1, 1) as Hash256]]), removed: [] },
      events: { added: [], removed: [] }
    };
    const state = { index, fundTaxRevenue: hastings(0n), elements: { numLeaves: 0n, trees: [] }, prevTimestamps: [] };
    const after = { ...before, index, coins: new Map([...before.coins, [added.id, added]]) };
    await measure('a block stored', () => again.saveStep(`${count}`, { before, after, changes, state, atMs: 2 }));
    expect((await again.open(`${count}`)).meta).toMatchObject({ coinCount: count + 1, funds: fundUnits(0n) });
    wallet.close();
    held.close();
  }
  indexedDB.deleteDatabase(name);
  expect(medians[1]! / medians[0]!).toBeLessThan(1.5);
});
