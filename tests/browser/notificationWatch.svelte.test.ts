import { flushSync } from 'svelte';
import { expect, test, vi } from 'vitest';
import type { Notice } from '$lib/services/notifications/notices';
import { Notifications } from '$lib/state/notifications/notifications.svelte';
import { Persisted } from '$lib/state/reactive/persisted.svelte';
import { NotificationWatch } from '$lib/state/notifications/watch.svelte';
import { InboxStore } from '$lib/storage/inboxStore';
import { openMemoryDatabase } from '$lib/storage/openDatabase';
import type { LeaderWork, RunAsLeader } from '$lib/services/ports';
import type { BlockId } from '$lib/chain/ids';
import { runExclusively } from '$lib/storage/leader';
import { eventually } from '../support/eventually';

const runAsLeader: RunAsLeader = (_, { run, signal }) => run(signal);

test('a removed wallet leaves neither inbox entries nor transaction ids, even if it is being examined', async () => {
  localStorage.clear();
  const store = new InboxStore(openMemoryDatabase(), () => crypto.randomUUID());
  const notifications = new Notifications({
    store,
    browser: { permission: () => 'denied', ask: async () => 'denied', show: () => undefined },
    openChannel: () => ({ post: () => undefined, close: () => undefined }),
    runAsLeader
  });
  const notice = {
    kind: 'payment-received',
    atMs: 1,
    count: 1,
    coins: 5n,
    href: '/'
  } as const satisfies Partial<Notice>;
  await notifications.notify(['one', 'two'].map((group) => ({ ...notice, group, text: group })));
  const { promise: examined, resolve } = Promise.withResolvers<void>();
  const allEvents = vi.fn(async function* () {
    await examined;
  });
  const index = { height: 5 };
  const walletOf = (id: string) => ({
    id,
    info: { name: id },
    index,
    tipHeight: 5,
    unconfirmed: [
      { id: `transaction-of-${id}`, type: 'transaction', coins: 5n, funds: 0n, inputs: [], outputs: [{}], index }
    ],
    lists: { allEvents },
    status: { step: 'following' },
    sends: { list: [{ id: `payment-of-${id}`, sentAtMs: 1, follow: { state: 'dropped' } }] }
  });
  const seen = { height: 4, waiting: [] };
  localStorage.setItem('quarry:notified-wallets', JSON.stringify({ one: seen, two: seen }));
  let ids = $state.raw<readonly string[]>(['one', 'two']);
  const stop = $effect.root(() => {
    const watch = new NotificationWatch({
      notifications,
      miner: { found: [] },
      nodeStatus: { consensus: { refresh: async () => undefined }, networkKind: {} } as never,
      alerts: { open: [], live: { refresh: async () => undefined } } as never,
      wallets: () => ids.map(walletOf) as never,
      walletIds: () => ids,
      chain: () => undefined,
      connection: 'start',
      nowMs: () => 1
    });
    watch.follow();
  });
  flushSync();
  await eventually(() => expect(allEvents).toHaveBeenCalled());
  ids = ['two'];
  flushSync();
  resolve();
  const entries = () => notifications.entries!.map(({ kind, group }) => `${kind} ${group}`);
  await eventually(() => expect(entries()).toEqual(expect.arrayContaining(['payment-dropped two'])));
  expect(entries().filter((entry) => entry.endsWith(' one'))).toEqual([]);
  const stored = () => localStorage.getItem('quarry:notified-wallets');
  await eventually(() => expect(stored()).toContain('transaction-of-two'));
  expect(stored()).not.toContain('one');
  const drops = () => localStorage.getItem('quarry:notified-drops');
  expect(drops()).toContain('payment-of-two');
  expect(drops()).not.toContain('one');
  stop();
});

test('a host that renters cannot reach is reported once, also after a reload', async () => {
  localStorage.clear();
  const notify = vi.fn(async () => undefined);
  const status = vi.fn(async () => ({
    connectabilityStatus: 'not connectable',
    internalSettings: { acceptingContracts: true, netAddress: '' },
    externalSettings: { netAddress: 'host.example:9982', totalStorage: 1n, remainingStorage: 1n },
    financialMetrics: { contractCount: 0 }
  }));
  for (const load of [1, 2]) {
    const stop = $effect.root(() => {
      const watch = new NotificationWatch({
        notifications: { notify, runAsLeader } as never,
        miner: { found: [] },
        nodeStatus: { consensus: { refresh: async () => undefined }, networkKind: {} } as never,
        alerts: { open: [], live: { refresh: async () => undefined } } as never,
        readHost: status as never,
        wallets: () => [],
        walletIds: () => [],
        chain: () => undefined,
        connection: 'start',
        nowMs: () => 1
      });
      watch.follow();
    });
    flushSync();
    await eventually(() => expect(status).toHaveBeenCalledTimes(load));
    await eventually(() => expect(localStorage.getItem('quarry:notified-host:start')).toBe('true'));
    stop();
  }
  const kinds = (notify.mock.calls as unknown as [Notice[]][]).flatMap(([notices]) => notices.map(({ kind }) => kind));
  expect(kinds).toEqual(['host-unreachable']);
});

test('a tab that another takes over from no longer watches the node and the wallets, until it leads again', async () => {
  localStorage.clear();
  const [takenOver, ended] = [new AbortController(), Promise.withResolvers<void>()];
  const runTwice = vi.fn<RunAsLeader>(async (_, { run, signal }) => {
    await run(takenOver.signal);
    await ended.promise;
    await run(signal);
  });
  let watch!: NotificationWatch;
  const stop = $effect.root(() => {
    watch = new NotificationWatch({
      notifications: { runAsLeader: runTwice, notify: async () => undefined } as never,
      miner: { found: [] },
      nodeStatus: { consensus: { refresh: async () => undefined }, networkKind: {} } as never,
      alerts: { open: [], live: { refresh: async () => undefined } } as never,
      wallets: () => [],
      walletIds: () => [],
      chain: () => undefined,
      connection: 'start',
      nowMs: () => 1
    });
    watch.follow();
  });
  flushSync();
  expect(watch.leadsWallets).toBe(true);
  takenOver.abort();
  await eventually(() => expect(watch.leadsWallets).toBe(false));
  ended.resolve();
  await eventually(() => expect(watch.leadsWallets).toBe(true));
  stop();
});

test('each node and each chain is watched by one tab, whatever the other tabs watch', async () => {
  localStorage.clear();
  let later = $state.raw<BlockId>();
  const tabOf = (connection: string, chain: () => BlockId | undefined) => {
    const readHost = vi.fn(async () => ({
      connectabilityStatus: 'connectable',
      internalSettings: { acceptingContracts: true, netAddress: '' },
      externalSettings: { netAddress: 'host.example:9982', totalStorage: 1n, remainingStorage: 1n },
      financialMetrics: { contractCount: 0 }
    }));
    let watch!: NotificationWatch;
    const stop = $effect.root(() => {
      watch = new NotificationWatch({
        notifications: {
          notify: async () => undefined,
          runAsLeader: (name: string, work: LeaderWork) => runExclusively(navigator.locks, name, work)
        } as never,
        miner: { found: [] },
        nodeStatus: { consensus: { refresh: async () => undefined }, networkKind: {} } as never,
        alerts: { open: [], live: { refresh: async () => undefined } } as never,
        readHost: readHost as never,
        wallets: () => [],
        walletIds: () => [],
        chain,
        connection,
        nowMs: () => 1
      });
      watch.follow();
    });
    return { watch: () => [readHost.mock.calls.length > 0, watch.leadsWallets], stop };
  };
  const [here, there] = ['aa'.repeat(32) as BlockId, 'bb'.repeat(32) as BlockId];
  const first = tabOf('one', () => here);
  flushSync();
  await eventually(() => expect(first.watch()).toEqual([true, true]));
  const tabs = [tabOf('one', () => here), tabOf('two', () => here), tabOf('three', () => later)];
  flushSync();
  const watching = () => tabs.map(({ watch }) => watch());
  await eventually(() =>
    expect(watching()).toEqual([
      [false, false],
      [true, false],
      [true, true]
    ])
  );
  later = there;
  flushSync();
  await eventually(() => expect(watching()[2]).toEqual([true, true]));
  later = here;
  flushSync();
  await eventually(() => expect(watching()[2]).toEqual([true, false]));
  first.stop();
  await eventually(() => expect(watching()[0]).toEqual([true, true]));
  for (const { stop } of tabs) stop();
});

test('what another tab has stored in the same moment is kept', async () => {
  const key = 'notified-alerts';
  localStorage.setItem(`quarry:${key}`, '["a"]');
  const known = new Persisted<readonly string[]>(key, [], (stored) => stored as readonly string[]);
  localStorage.setItem(`quarry:${key}`, '["a","b"]');
  known.change((now) => [...now, 'c']);
  expect([known.value, localStorage.getItem(`quarry:${key}`)]).toEqual([['a', 'b', 'c'], '["a","b","c"]']);
});
