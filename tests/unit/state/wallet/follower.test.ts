import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { WalletTabs } from '$lib/services/wallet/ports';
import type { SyncEvent, WalletSync } from '$lib/services/wallet/sync/walletSync';
import { UnknownWalletError } from '$lib/services/wallet/errors';
import { WalletFollower } from '$lib/state/wallet/follower.svelte';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A follower in the only tab, whose stored data is read by `reload`. */
function followerOf(reload: () => Promise<void>, lead: WalletTabs['lead'] = ({ run, signal }) => run(signal)) {
  const run = async function* (signal: AbortSignal): AsyncGenerator<SyncEvent> {
    yield { type: 'moved' };
    yield { type: 'current' };
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
  };
  const ignored = () => undefined;
  return new WalletFollower({
    walletId: 'w',
    store: { unshared: () => ({ sends: [], issued: [] }), takeUnshared: ignored },
    sync: { run } as unknown as WalletSync,
    openTabs: () => ({ lead, post: ignored, close: ignored }),
    reload,
    takePool: async () => undefined,
    onchange: ignored,
    onnews: ignored,
    oncurrent: ignored,
    onremoved: ignored,
    syncedAtMs: () => 1,
    nowMs: () => 2
  });
}

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
