import { expect, test } from 'vitest';
import type { Address } from '$lib/chain/address';
import { hastings } from '$lib/chain/currency/currency';
import { ZERO_BLOCK_ID, type BlockId, type Hash256 } from '$lib/chain/ids';
import { unixSeconds } from '$lib/chain/time';
import { MAX_PAST, walletNotices, type SeenWallet } from '$lib/services/notifications/walletNotices';
import type { WalletEvent } from '$lib/wallet/sync/walletEvent';

const OWN = 'aa' as Address;
const OTHER = 'bb' as Address;
const NOW_MS = 1e12;

/** @param height undefined while unconfirmed */
function event(id: string, height: number | undefined, coins: bigint, change: Partial<WalletEvent> = {}): WalletEvent {
  const party = (address: Address, own: boolean) => ({ id: id as Hash256, address, coins: hastings(5n), own });
  return {
    id: id as Hash256,
    type: 'transaction',
    index: { height: height ?? 101, id: height === undefined ? ZERO_BLOCK_ID : (`block${height}` as BlockId) },
    timestamp: unixSeconds(1),
    maturityHeight: height ?? 101,
    inputs: [coins < 0n ? party(OWN, true) : party(OTHER, false)],
    outputs: [coins < 0n ? party(OTHER, false) : party(OWN, true)],
    fee: hastings(0n),
    coins,
    funds: 0n,
    ...change
  };
}

async function* newestFirst(events: readonly WalletEvent[]) {
  yield* events;
}

async function look(
  events: readonly WalletEvent[],
  seen: SeenWallet | undefined,
  tipHeight = 100,
  dropped: readonly string[] = [],
  isCurrent = true
) {
  const unconfirmed = events.filter(({ index }) => index.id === ZERO_BLOCK_ID);
  const confirmed = events.filter(({ index }) => index.id !== ZERO_BLOCK_ID);
  const wallet = {
    id: 'w',
    name: 'Savings',
    tipHeight,
    unconfirmed,
    events: newestFirst(confirmed),
    dropped,
    isCurrent
  };
  const { notices, seen: next } = await walletNotices(wallet, seen, NOW_MS);
  return { told: notices.map(({ kind, coins }) => [kind, coins]), notices, next };
}

test('the first check reports nothing from the past', async () => {
  const { told, next } = await look([event('pool', undefined, 3n), event('old', 90, 5n)], undefined);
  expect(told).toEqual([]);
  expect(next).toMatchObject({ height: 100, waiting: ['pool'], confirmed: [] });
  expect((await look([event('pool', undefined, 3n), event('old', 90, 5n)], next)).told).toEqual([]);
});

test('a payment is reported as received once, and confirmed when it is in a block', async () => {
  const inPool = await look([event('a', undefined, 3n)], { height: 100, waiting: [] });
  expect(inPool.notices).toEqual([
    {
      kind: 'payment-received',
      group: 'w',
      atMs: NOW_MS,
      count: 1,
      coins: 3n,
      text: 'Savings',
      href: '/wallet/w',
      height: 101
    }
  ]);
  const inBlock = await look([event('a', 101, 3n)], inPool.next, 101);
  expect(inBlock.told).toEqual([['payment-confirmed', 3n]]);
  expect((await look([event('a', 101, 3n)], inBlock.next, 102)).told).toEqual([]);
});

test('one that was never pending is received and confirmed at the same time', async () =>
  expect((await look([event('a', 101, 3n)], { height: 100, waiting: [] }, 101)).told).toEqual([
    ['payment-received', 3n],
    ['payment-confirmed', 3n]
  ]));

test('a payment is received once, even if the pool is unknown for a while, as after a reload', async () => {
  const inPool = await look([event('a', undefined, 3n)], { height: 100, waiting: [] });
  const reloaded = await look([], inPool.next);
  const again = await look([event('a', undefined, 3n)], reloaded.next);
  expect([reloaded.told, again.told]).toEqual([[], []]);
  const reloadedAgain = await look([], again.next);
  expect((await look([event('a', 101, 3n)], reloadedAgain.next, 101)).told).toEqual([['payment-confirmed', 3n]]);
});

test('a payment that a reorganization moves back to the pool is not received again', async () => {
  const inBlock = await look([event('a', 101, 3n)], { height: 100, waiting: [] }, 101);
  expect((await look([event('a', undefined, 3n)], inBlock.next, 100)).told).toEqual([]);
});

test('a payment that another block confirms after a reorganization is not confirmed twice', async () => {
  const first = await look([event('a', 101, 3n)], { height: 100, waiting: [], confirmed: [] }, 101);
  const inPool = await look([event('a', undefined, 3n)], first.next, 102);
  expect((await look([event('a', 103, 3n)], inPool.next, 103)).told).toEqual([]);
  expect((await look([event('a', 105, 3n)], first.next, 105)).told).toEqual([]);
});

test('a payment that was dropped after a reorganization and sent again is confirmed again', async () => {
  const first = await look([event('a', 101, -3n)], { height: 100, waiting: ['a'], confirmed: [] }, 101);
  const dropped = await look([], first.next, 104, ['a']);
  expect((await look([event('a', 105, -3n)], dropped.next, 105)).told).toEqual([['payment-confirmed', -3n]]);
});

test('a received payment that a reorganization or a double spend removes is reported once', async () => {
  for (const height of [undefined, 101]) {
    const first = await look([event('a', height, 3n)], { height: 100, waiting: [], confirmed: [] }, 101);
    const after = await look([], first.next, 103);
    expect(after.told).toEqual([]);
    const later = await look([], after.next, 104);
    expect(later.notices).toMatchObject([{ kind: 'payment-dropped', coins: 3n, text: 'Savings', href: '/wallet/w' }]);
    expect(later.notices[0]!.height).toBeUndefined();
    expect((await look([], later.next, 106)).told).toEqual([]);
    // Paid again.
    expect((await look([event('a', 107, 3n)], later.next, 107)).told).toEqual([
      ['payment-received', 3n],
      ['payment-confirmed', 3n]
    ]);
  }
});

test('a received payment is not reported as dropped while it may be back in the pool or is yet to be read', async () => {
  const first = await look([event('a', 101, 3n)], { height: 100, waiting: [], confirmed: [] }, 101);
  const moved = await look([], first.next, 103);
  const inPool = await look([event('a', undefined, 3n)], moved.next, 103);
  const again = await look([event('a', undefined, 3n)], inPool.next, 104);
  expect((await look([], again.next, 105)).told).toEqual([]);

  const behind = await look([], first.next, 103, [], false);
  expect((await look([], behind.next, 104, [], false)).told).toEqual([]);
});

test('a payment below many blocks is not reported as dropped once it is no longer read', async () => {
  const first = await look([event('a', 101, 3n)], { height: 100, waiting: [], confirmed: [] }, 101);
  const later = await look([event('a', 101, 3n)], first.next, 244);
  const deep = await look([event('a', 101, 3n)], later.next, 246);
  const last = await look([event('a', 101, 3n)], deep.next, 247);
  expect([...deep.told, ...last.told]).toEqual([]);
  expect(last.next.received).toEqual([]);
});

test('a pending payment is confirmed also by a block at a height that another branch had reached', async () => {
  const inPool = await look([event('a', undefined, -3n)], { height: 100, waiting: [], confirmed: [] });
  expect((await look([event('a', 100, -3n)], inPool.next, 104)).told).toEqual([['payment-confirmed', -3n]]);
});

test('payments that an earlier version reported are not reported again', async () => {
  const stored = { height: 100, waiting: ['past'] };
  const { told, next } = await look([event('past', 100, 3n)], stored, 101);
  expect(told).toEqual([]);
  expect((await look([event('past', 100, 3n)], next, 102)).told).toEqual([]);
});

test('of past payments the latest are remembered, of unconfirmed ones all', async () => {
  const past = Array.from({ length: MAX_PAST + 1 }, (_, i) => `past ${i}`);
  const pool = Array.from({ length: MAX_PAST + 1 }, (_, i) => event(`new ${i}`, undefined, 1n));
  const { next } = await look(pool, { height: 100, waiting: past });
  expect(next.waiting).toEqual([...past.slice(1), ...pool.map(({ id }) => id)]);
  expect((await look(pool, next)).told).toEqual([]);
});

test('an outgoing payment is confirmed, but not received', async () =>
  expect((await look([event('a', 101, -4n)], { height: 100, waiting: ['a'] }, 101)).told).toEqual([
    ['payment-confirmed', -4n]
  ]));

test('rewards mature at their height, even if several blocks arrived at once', async () => {
  const reward = (id: string, height: number, maturityHeight: number) =>
    event(id, height, 300n, { type: 'miner', maturityHeight });
  const rewards = [reward('c', 102, 112), reward('b', 96, 106), reward('a', 92, 102), reward('old', 90, 100)];
  const first = await look(rewards, { height: 100, waiting: [] }, 105);
  expect(first.told).toEqual([['coins-matured', 300n]]);
  expect((await look(rewards, first.next, 112)).told).toHaveLength(2);
});

test('a reorganization reports nothing twice', async () => {
  const { next } = await look([event('a', 99, 3n)], { height: 100, waiting: [] }, 98);
  expect(next.height).toBe(100);
  expect((await look([event('a', 99, 3n)], next, 100)).told).toEqual([]);
});

test('reads only the part of the history that can matter', async () => {
  let read = 0;
  async function* counted() {
    for (let height = 1_000; height > 0; height--) {
      read++;
      yield event(String(height), height, 1n);
    }
  }
  const wallet = {
    id: 'w',
    name: '',
    tipHeight: 1_000,
    unconfirmed: [],
    events: counted(),
    dropped: [],
    isCurrent: true
  };
  await walletNotices(wallet, { height: 1_000, waiting: [] }, NOW_MS);
  expect(read).toBeLessThan(150);
});

test('reads no confirmed event without a new block', async () => {
  let isRead = false;
  const events = {
    [Symbol.asyncIterator]() {
      isRead = true;
      return newestFirst([])[Symbol.asyncIterator]();
    }
  };
  const wallet = { id: 'w', name: 'Savings', unconfirmed: [], events, dropped: [], isCurrent: true };
  const seen = { height: 100, waiting: [] };
  await walletNotices({ ...wallet, tipHeight: 100 }, seen, NOW_MS);
  expect(isRead).toBe(false);
  await walletNotices({ ...wallet, tipHeight: 101 }, seen, NOW_MS);
  expect(isRead).toBe(true);
});
