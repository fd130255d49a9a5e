import { describe, expect, test, vi } from 'vitest';
import { PeerError } from '$lib/peers/errors';
import type { Peer } from '$lib/server/node/peers/peer';
import { closeIfDead, SleepWatch } from '$lib/server/node/peers/sleepWatch';
import { StaleTip } from '$lib/server/node/peers/staleTip';

const MINUTE = 60_000;

test('system sleep is detected once, however long the machine was awake; a busy machine is not', () => {
  let nowMs = 1_790_000_000_000;
  const watch = new SleepWatch(() => nowMs, 5_000);
  const after = (ms: number) => ((nowMs += ms), watch.hasSlept());
  expect([5_000, 0, 20_000, 34_000, 8 * 60 * MINUTE, 5_000, -86_400_000, 5_000].map(after)).toEqual([
    ...[false, false, false, false],
    ...[true, false, false, false]
  ]);
});

describe('after a sleep, a connection', () => {
  const peerThat = (call: () => Promise<string>) => ({ call, close: vi.fn() }) as unknown as Peer;

  test.each<[string, () => Promise<string>, number]>([
    ['with a dead peer is closed', () => Promise.reject(new PeerError('peers/timeout', 'silence')), 1],
    ['with a live peer is kept', async () => '192.0.2.1', 0],
    [
      'with a peer that does not support the call is kept',
      () => Promise.reject(new PeerError('peers/stream-ended', 'no')),
      0
    ]
  ])('%s', async (_, call, closed) => {
    const peer = peerThat(call);
    await closeIfDead(peer);
    expect(peer.close).toHaveBeenCalledTimes(closed);
  });
});

test('peers are due after three block intervals without a block, and again after the same time', () => {
  let nowMs = 5;
  const tip = new StaleTip({ blockInterval: 600_000_000_000n }, () => nowMs);
  const after = (ms: number) => ((nowMs += ms), tip.isDue());
  expect([30 * MINUTE - 1, 1, 1].map(after)).toEqual([false, true, false]);
  expect(tip.isAskedInVain).toBe(false);
  expect(after(30 * MINUTE - 1)).toBe(true);
  expect(tip.isAskedInVain).toBe(true);
  nowMs += 20 * MINUTE;
  tip.onTip();
  expect(tip.isAskedInVain).toBe(false);
  expect([20 * MINUTE, 10 * MINUTE].map(after)).toEqual([false, true]);
});
