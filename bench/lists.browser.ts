/**
 * Scrolling the event list of a wallet with 100,000 events from the newest past the ten-thousandth, in a real Chromium:
 * main-thread time per frame, number of rows in the document, and the cost of a new block at the end.
 */
import { mount, unmount } from 'svelte';
import { expect, test } from 'vitest';
import '../src/app.css';
import type { Address } from '$lib/chain/address';
import { hastings } from '$lib/chain/currency/currency';
import type { BlockId, Hash256 } from '$lib/chain/ids';
import { unixSeconds } from '$lib/chain/time';
import { PagedRows } from '$lib/state/reactive/pagedRows.svelte';
import { openDatabase } from '$lib/storage/openDatabase';
import { WalletStore } from '$lib/storage/walletStore';
import { emptyCache } from '$lib/wallet/sync/cache';
import type { WalletEvent } from '$lib/wallet/sync/walletEvent';
import EventList from '../src/routes/(app)/wallet/[id]/_overview/EventList.svelte';

const COUNT = 100_000;
const SCROLL_TO = 12_000;
/** Eight rows per frame: a fast scroll. */
const STEP_PX = 8 * 38;
/** Twice the number required. */
const MOST_FRAMES = SCROLL_TO / 4;
const FRAME_MS = 1000 / 60;

const hex = (n: number, salt: number) => (n * 16 + salt).toString(16).padStart(64, '0');
const own = 'aa'.repeat(38) as Address;
const ms = (value: number) => `${value.toFixed(1)} ms`;
const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));

const event = (i: number): WalletEvent => ({
  id: hex(i, 2) as Hash256,
  type: i % 3 === 0 ? 'transaction' : 'miner',
  index: { height: 2 * i, id: hex(i, 3) as BlockId },
  timestamp: unixSeconds(1_500_000_000 + i * 1200),
  maturityHeight: 2 * i,
  inputs: [],
  outputs: [{ id: hex(i, 1) as Hash256, address: own, coins: hastings(BigInt(i + 1) * 10n ** 24n), own: true }],
  fee: hastings(0n),
  coins: BigInt(i + 1) * 10n ** 24n,
  funds: 0n
});

test('a list of very many events stays smooth', async () => {
  const name = `bench-${crypto.randomUUID()}`;
  const database = await openDatabase(name);
  expect(database.warning).toBeUndefined();
  const store = new WalletStore(database);
  const row = { id: 'w', name: 'w', kind: 'watch' as const, createdAtMs: 0, checkedUpTo: 0, discover: false };
  await store.addWallet({ ...row, firstSync: false }, []);
  const index = { height: 2 * COUNT, id: hex(COUNT, 5) as BlockId };
  const elements = { numLeaves: 0n, trees: [] };
  const state = { index, fundTaxRevenue: hastings(0n), elements, prevTimestamps: [unixSeconds(2_000_000_000)] };
  const events = Array.from({ length: COUNT }, (_, i) => event(i));
  await store.saveSnapshot('w', { cache: emptyCache(state), state, events, atMs: 1 }, {});

  const feed = new PagedRows<WalletEvent>((last, limit) => store.eventPage('w', undefined, last, limit));
  await feed.more();
  const list = mount(EventList, {
    target: document.body,
    props: {
      get events() {
        return feed.rows;
      },
      tipHeight: index.height,
      labelOf: () => '',
      hrefOf: ({ id }: WalletEvent) => `?event=${id}`,
      onend: () => void feed.more()
    }
  });
  await frame();

  const worked: number[] = [];
  const apart: number[] = [];
  let most = 0;
  let last = await frame();
  while (feed.rows.length < SCROLL_TO && worked.length < MOST_FRAMES) {
    const startMs = performance.now();
    scrollBy(0, STEP_PX);
    dispatchEvent(new Event('scroll'));
    // Reading a size forces layout of the scrolled content.
    void document.body.offsetHeight;
    await Promise.resolve();
    void document.body.offsetHeight;
    worked.push(performance.now() - startMs);
    const now = await frame();
    apart.push(now - last);
    last = now;
    most = Math.max(most, document.querySelectorAll('[role=row]').length);
  }
  const at = (values: readonly number[], share: number) =>
    values.toSorted((a, b) => a - b)[Math.floor(share * (values.length - 1))]!;
  const spread = (values: readonly number[]) =>
    `median ${ms(at(values, 0.5))}, 95 % ${ms(at(values, 0.95))}, longest ${ms(at(values, 1))}`;
  console.log(`${worked.length} frames to row ${feed.rows.length}; at most ${most} rows in the document`);
  console.log(`work in a frame: ${spread(worked)}`);
  console.log(`from frame to frame: ${spread(apart)}`);

  const startMs = performance.now();
  await feed.refresh();
  await frame();
  console.log(`all ${feed.rows.length} read again after a block: ${ms(performance.now() - startMs)}`);

  await unmount(list);
  database.close();
  indexedDB.deleteDatabase(name);
  expect(feed.rows.length).toBeGreaterThanOrEqual(SCROLL_TO);
  expect(most).toBeLessThan(100);
  expect(at(worked, 0.95)).toBeLessThan(FRAME_MS);
});
