import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TabLock } from '$lib/state/mining/tabLock.svelte';
import { openChannel } from '$lib/storage/channel';
import { FakeLocks } from '../../../support/fakeLocks';
import { eventually } from '../../../support/eventually';

const never = () => new AbortController().signal;

/** Delivers messages between channels and grants of locks. */
const settle = () => new Promise((resolve) => setTimeout(resolve, 30));

/** Mines in a tab until it is stopped. */
function mineIn(tab: TabLock) {
  const stop = Promise.withResolvers<void>();
  let isRunning = false;
  const ended = tab
    .hold(never(), async () => {
      isRunning = true;
      await stop.promise;
    })
    .finally(() => (isRunning = false));
  return {
    isRunning: () => isRunning,
    stop: async () => {
      stop.resolve();
      await ended;
    }
  };
}

const openTab = () => new TabLock(navigator.locks, openChannel);

const channels: BroadcastChannel[] = [];
beforeEach(() => {
  vi.stubGlobal('navigator', { locks: new FakeLocks() });
  const Real = BroadcastChannel;
  vi.stubGlobal(
    'BroadcastChannel',
    class extends Real {
      constructor(name: string) {
        super(name);
        channels.push(this);
      }
    }
  );
});
afterEach(() => {
  for (const channel of channels.splice(0)) channel.close();
  vi.unstubAllGlobals();
});

test('one tab mines; another waits, receives reports, and is free as soon as it ends', async () => {
  const [first, second] = [openTab(), openTab()];
  const mining = mineIn(first);
  await settle();
  const report = { hashesPerSecond: 5, accepted: 1 };
  first.sendReport(report);
  await eventually(() => expect([second.inOtherTab, second.report]).toEqual([true, report]));
  await mining.stop();
  await eventually(() => expect([second.inOtherTab, second.report]).toEqual([false, undefined]));
});

test('the waiting tab can stop the one that mines', async () => {
  const [first, second] = [openTab(), openTab()];
  const stop = Promise.withResolvers<void>();
  const ended = first.hold(
    never(),
    () => stop.promise,
    () => stop.resolve()
  );
  await settle();
  second.stopOther();
  await ended;
  await eventually(() => expect(second.inOtherTab).toBe(false));
});

test('a tab opened later waits before it receives a report', async () => {
  const mining = mineIn(openTab());
  await settle();
  const second = openTab();
  await eventually(() => expect(second.inOtherTab).toBe(true));
  await mining.stop();
});

test('starting while another tab mines, before any report, shows the waiting state', async () => {
  const second = openTab();
  const mining = mineIn(openTab());
  await settle();
  expect(second.inOtherTab).toBe(false);
  const attempt = mineIn(second);
  await eventually(() => expect(second.inOtherTab).toBe(true));
  expect(attempt.isRunning()).toBe(false);
  await mining.stop();
});

test('restarting right after a stop works even though waiting tabs briefly hold the lock', async () => {
  const [first, ...waiting] = [openTab(), openTab(), openTab(), openTab()];
  for (let round = 0; round < 20; round++) {
    const mining = mineIn(first!);
    await eventually(() => expect(mining.isRunning()).toBe(true));
    first!.sendReport({ hashesPerSecond: 1, accepted: 0 });
    await eventually(() => expect(waiting.every(({ inOtherTab }) => inOtherTab)).toBe(true));
    await mining.stop();
  }
  expect(first!.inOtherTab).toBe(false);
});

test('the free lock is also taken if the browser grants it late', async () => {
  const locks = new FakeLocks();
  const granted: typeof locks.request = async (name, { signal, ...options }, run) => {
    await new Promise((resolve) => setTimeout(resolve, 400));
    // A request that was aborted meanwhile is granted nevertheless, and the lock released again.
    const lock = locks.request(name, options, (held) => (signal?.aborted ? settle() : run(held)));
    signal?.throwIfAborted();
    return lock as ReturnType<typeof run>;
  };
  vi.stubGlobal('navigator', { locks: { query: locks.query, request: granted } });
  const tab = openTab();
  const mining = mineIn(tab);
  await eventually(() => expect(mining.isRunning()).toBe(true));
  expect(tab.inOtherTab).toBe(false);
  await mining.stop();
});

test('a lock that a waiting tab shares for a moment is requested again', async () => {
  const locks = new FakeLocks();
  const shared = Promise.withResolvers<void>();
  void locks.request('quarry:mining', { mode: 'shared' }, () => shared.promise);
  vi.stubGlobal('navigator', { locks });
  const tab = openTab();
  const mining = mineIn(tab);
  await settle();
  expect([mining.isRunning(), tab.inOtherTab]).toEqual([false, false]);
  shared.resolve();
  await eventually(() => expect(mining.isRunning()).toBe(true));
  await mining.stop();
});

test('without locks, every tab may mine, and none waits for another', async () => {
  vi.stubGlobal('navigator', {});
  const [first, second] = [openTab(), openTab()];
  const [one, two] = [mineIn(first), mineIn(second)];
  first.sendReport({ hashesPerSecond: 5, accepted: 1 });
  await eventually(() => expect([one.isRunning(), two.isRunning()]).toEqual([true, true]));
  await settle();
  expect(second.inOtherTab).toBe(false);
});

test('refused locks are treated like missing ones', async () => {
  const refuse = () => Promise.reject(new DOMException('denied', 'SecurityError'));
  vi.stubGlobal('navigator', { locks: { query: refuse, request: refuse } });
  const mining = mineIn(openTab());
  await eventually(() => expect(mining.isRunning()).toBe(true));
});

test('an error while mining is passed on, not treated as a refused lock', async () => {
  const fault = new Error('no engine');
  await expect(openTab().hold(never(), () => Promise.reject(fault))).rejects.toBe(fault);
});

test('stopped before the lock is free, it does not start', async () => {
  const mining = mineIn(openTab());
  await settle();
  const run = vi.fn(async () => {});
  await openTab().hold(AbortSignal.abort(), run);
  expect(run).not.toHaveBeenCalled();
  await mining.stop();
});

test.each([
  ['are missing', undefined],
  [
    'are refused',
    class {
      constructor() {
        throw new DOMException('insecure', 'SecurityError');
      }
    }
  ]
])('if channels %s, mining still works', async (_, channel) => {
  vi.stubGlobal('BroadcastChannel', channel);
  const tab = openTab();
  const mining = mineIn(tab);
  tab.sendReport({ hashesPerSecond: 1, accepted: 0 });
  await eventually(() => expect(mining.isRunning()).toBe(true));
  await mining.stop();
});
