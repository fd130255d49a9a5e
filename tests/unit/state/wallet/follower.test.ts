import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { sleep } from '$lib/async/sleep';
import type { WalletTabs } from '$lib/services/wallet/ports';
import type { SyncEvent, WalletSync } from '$lib/services/wallet/sync/walletSync';
import { UnknownWalletError } from '$lib/services/wallet/errors';
import { WalletFollower } from '$lib/state/wallet/follower.svelte';
import type { BlockId } from '$lib/chain/ids';
import { AppError } from '$lib/errors';
import { openWalletTabs } from '$lib/storage/walletTabs';
import { FakeLocks } from '../../../support/fakeLocks';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A follower in the only tab, whose stored data is read by `reload`. */
function followerOf(reload: () => Promise<void>, lead: WalletTabs['lead'] = ({ run, signal }) => run(signal)) {
  const run = async function* (signal: AbortSignal): AsyncGenerator<SyncEvent> {
    yield { type: 'moved' };
    yield { type: 'current' };
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
  };
  const openTabs = () => ({ lead, isWaitedFor: async () => false, post: ignored, close: ignored });
  return new WalletFollower({ ...deps, sync: { run } as unknown as WalletSync, openTabs, reload });
}

const ignored = () => undefined;
const deps = {
  walletId: 'w',
  store: { unshared: () => ({ sends: [], issued: [] }), takeUnshared: ignored },
  takePool: async () => undefined,
  onchange: ignored,
  onnews: ignored,
  oncurrent: ignored,
  onremoved: ignored,
  readBehind: async () => undefined,
  syncedAtMs: () => 1,
  nowMs: () => 2
};

describe('of two tabs, each with a server of its own,', () => {
  interface TabServer {
    fails: boolean;
    isCatchingUp?: boolean;
    /** The stored block after which it has more. */
    readBehind?: () => Promise<BlockId | undefined>;
  }

  /** Its tab's server fails, or moves the wallet. */
  function tabOf(locks: FakeLocks, server: TabServer, reload = async () => undefined) {
    const run = async function* (signal: AbortSignal): AsyncGenerator<SyncEvent> {
      while (!signal.aborted) {
        if (server.fails) yield { type: 'failed', error: new OtherBranchError('not this branch') };
        else if (server.isCatchingUp) yield { type: 'catching-up', height: 1, target: 9 };
        else yield* [{ type: 'moved' } as const, { type: 'current' } as const];
        await sleep(4_000, signal);
      }
    };
    const sync = { run, wake: ignored } as unknown as WalletSync;
    const follower = new WalletFollower({
      ...deps,
      sync,
      openTabs: (id, onnews) => openWalletTabs(id, onnews, locks as unknown as LockManager),
      reload,
      ...(server.readBehind && { readBehind: server.readBehind }),
      nowMs: Date.now
    });
    const stop = follower.follow();
    onTestFinished(() => {
      stop();
      follower.close();
    });
    return follower;
  }
  class OtherBranchError extends AppError {
    readonly code = 'test/other-branch';
  }
  const steps = (...tabs: WalletFollower[]) => tabs.map(({ status }) => status.step);

  test('the other syncs once one has failed for a while, which says so until then', async () => {
    const locks = new FakeLocks();
    const first = tabOf(locks, { fails: true });
    await vi.advanceTimersByTimeAsync(0);
    const server = { fails: true };
    const second = tabOf(locks, server);
    await vi.advanceTimersByTimeAsync(11_000);
    expect(steps(first, second)).toEqual(['offline', 'other-tab']);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(steps(first, second)).toEqual(['offline', 'offline']);
    expect(first.problem).toMatchObject({ code: 'test/other-branch' });
    server.fails = false;
    await vi.advanceTimersByTimeAsync(5_000);
    await vi.waitFor(() => expect(steps(first, second)).toEqual(['other-tab', 'following']));
    expect(first.problem).toBeUndefined();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(steps(first, second)).toEqual(['other-tab', 'following']);
  });

  const block = (height: number) => String(height).padStart(64, '0') as BlockId;

  test('the other syncs once the server of one withholds blocks for half a minute', async () => {
    const locks = new FakeLocks();
    const first = tabOf(locks, { fails: false });
    await vi.advanceTimersByTimeAsync(0);
    const readBehind = vi.fn(async () => block(7));
    const second = tabOf(locks, { fails: false, readBehind });
    await vi.advanceTimersByTimeAsync(59_000);
    expect(steps(first, second)).toEqual(['following', 'other-tab']);
    await vi.advanceTimersByTimeAsync(2_000);
    await vi.waitFor(() => expect(steps(first, second)).toEqual(['other-tab', 'following']));
    await vi.advanceTimersByTimeAsync(120_000);
    expect(steps(first, second)).toEqual(['other-tab', 'following']);
    expect(readBehind).toHaveBeenCalledTimes(2);
  });

  test('the other waits while one moves, or is not at its tip yet', async () => {
    const locks = new FakeLocks();
    const server = { fails: false, isCatchingUp: false };
    const first = tabOf(locks, server);
    await vi.advanceTimersByTimeAsync(0);
    let at = () => block(Date.now());
    const second = tabOf(locks, { fails: false, readBehind: async () => at() });
    await vi.advanceTimersByTimeAsync(120_000);
    expect(steps(first, second)).toEqual(['following', 'other-tab']);
    server.isCatchingUp = true;
    at = () => block(7);
    await vi.advanceTimersByTimeAsync(120_000);
    expect(steps(first, second)).toEqual(['syncing', 'other-tab']);
  });

  test('one that could not sync with the blocks of its server does not ask to again', async () => {
    const locks = new FakeLocks();
    const first = tabOf(locks, { fails: false });
    await vi.advanceTimersByTimeAsync(0);
    const readBehind = vi.fn(async () => block(7));
    const second = tabOf(locks, { fails: true, readBehind });
    await vi.advanceTimersByTimeAsync(70_000);
    expect(second.status.step).toBe('offline');
    await vi.advanceTimersByTimeAsync(20_000);
    await vi.waitFor(() => expect(steps(first, second)).toEqual(['following', 'other-tab']));
    await vi.advanceTimersByTimeAsync(300_000);
    expect(steps(first, second)).toEqual(['following', 'other-tab']);
    expect(readBehind).toHaveBeenCalledTimes(2);
  });

  test('none syncs for another that is fine', async () => {
    const locks = new FakeLocks();
    const [first, server] = [tabOf(locks, { fails: false }), { fails: true }];
    await vi.advanceTimersByTimeAsync(0);
    const second = tabOf(locks, server);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(steps(first, second)).toEqual(['following', 'other-tab']);
  });

  test('the only tab that wants to goes on', async () => {
    const server = { fails: true };
    const reload = vi.fn(async () => undefined);
    const tab = tabOf(new FakeLocks(), server, reload);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(tab.status.step).toBe('offline');
    expect(reload).toHaveBeenCalledOnce();
    server.fails = false;
    await vi.advanceTimersByTimeAsync(4_000);
    expect(tab.status.step).toBe('following');
  });
});

test('a wallet whose stored data cannot be read for a moment is followed again', async () => {
  const reload = vi.fn(async () => undefined);
  // When the sync has moved.
  reload.mockResolvedValueOnce(undefined).mockRejectedValueOnce(new Error('storage'));
  const follower = followerOf(reload);
  const stop = follower.follow();
  await vi.advanceTimersByTimeAsync(0);
  expect(follower.status).toEqual({ step: 'offline', sinceMs: 1 });
  expect(follower.problem).toBeDefined();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(follower.status).toEqual({ step: 'following', atMs: 2 });
  expect(follower.problem).toBeUndefined();
  stop();
});

test('it has no problem any more if another tab follows it by then', async () => {
  const lead = vi.fn<WalletTabs['lead']>();
  lead.mockImplementationOnce(({ run, signal }) => run(signal));
  lead.mockImplementationOnce(async ({ onwait }) => onwait?.());
  const follower = followerOf(() => Promise.reject(new Error('storage')), lead);
  const stop = follower.follow();
  await vi.advanceTimersByTimeAsync(5_000);
  expect([follower.status, follower.problem]).toEqual([{ step: 'other-tab' }, undefined]);
  stop();
});

test('one that was removed is not', async () => {
  const reload = vi.fn(() => Promise.reject(new UnknownWalletError('w')));
  const follower = followerOf(reload);
  const stop = follower.follow();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(reload).toHaveBeenCalledOnce();
  stop();
});

test('offline since the server last confirmed it, not since the last block', async () => {
  const follower = followerOf(async () => undefined);
  const failed = { type: 'failed', error: new UnknownWalletError('w') } as const;
  await follower.take({ type: 'current' });
  await follower.take(failed);
  expect(follower.status).toEqual({ step: 'offline', sinceMs: 2 });
  // What a sync has stored since then has its own time.
  await follower.take({ type: 'moved' });
  await follower.take(failed);
  expect(follower.status).toEqual({ step: 'offline', sinceMs: 1 });
});
