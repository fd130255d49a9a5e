import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TimeoutError, UnreachableError } from '$lib/api/http/errors';
import { Outage } from '$lib/state/node/outage.svelte';
import type { NodeState } from '$lib/state/node/nodeStatus.svelte';
import { Live, pollWhileVisible } from '$lib/state/reactive/live.svelte';

const exchange = { method: 'GET', path: '/consensus' };
/** Like a failed request of the page; a server's error response has no cause. */
const noServer = new UnreachableError(exchange, { cause: new TypeError('fetch failed') });

beforeEach(() => {
  vi.useFakeTimers();
  const browser = new EventTarget();
  vi.stubGlobal('addEventListener', browser.addEventListener.bind(browser));
  vi.stubGlobal('dispatchEvent', browser.dispatchEvent.bind(browser));
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A node that responds with the error until it is cleared. */
function unreachable(error: Error = noServer) {
  const node: { error: Error | undefined } = { error };
  const attempts: number[] = [];
  const consensus = new Live(async () => {
    attempts.push(Date.now());
    if (node.error) throw node.error;
    return { synced: true };
  });
  const nodeStatus = {
    consensus,
    get state(): NodeState {
      return consensus.problem ? 'unreachable' : 'synced';
    }
  };
  const outage = new Outage({
    nodeStatus: nodeStatus as unknown as ConstructorParameters<typeof Outage>[0]['nodeStatus'],
    nowMs: Date.now,
    random: () => 0
  });
  return { node, attempts, consensus, outage };
}

test('one request is retried with growing delays, up to 15 s', async () => {
  const { attempts, consensus, outage } = unreachable();
  vi.setSystemTime(0);
  await consensus.refresh();
  const stop = outage.retry();
  expect(outage.nextAtMs).toBe(1_000);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(attempts).toEqual([0, 1_000, 3_000, 7_000, 15_000, 30_000, 45_000, 60_000]);
  stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(attempts.length).toBe(8);
});

test('immediately when the user asks, and when the device is online again', async () => {
  const { attempts, consensus, outage } = unreachable();
  vi.setSystemTime(0);
  await consensus.refresh();
  const stop = outage.retry();
  await vi.advanceTimersByTimeAsync(20_000);
  const before = attempts.length;
  outage.retryNow();
  await vi.advanceTimersByTimeAsync(0);
  dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(0);
  expect(attempts.slice(before)).toEqual([20_000, 20_000]);
  stop();
});

test('not while the page is hidden', async () => {
  const { attempts, consensus, outage } = unreachable();
  await consensus.refresh();
  const stop = outage.retry();
  Object.assign(document, { visibilityState: 'hidden' });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(attempts.length).toBe(1);
  Object.assign(document, { visibilityState: 'visible' });
  document.dispatchEvent(new Event('visibilitychange'));
  await vi.advanceTimersByTimeAsync(0);
  expect(attempts.length).toBe(2);
  stop();
});

test('nothing else is polled meanwhile; a page’s first read happens once', async () => {
  const { consensus, outage } = unreachable();
  await consensus.refresh();
  const reads = vi.fn(async () => 1);
  const endPolling = pollWhileVisible([new Live(reads)], 2_000);
  const stop = outage.retry();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(reads).toHaveBeenCalledTimes(1);
  stop();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(reads).toHaveBeenCalledTimes(2);
  endPolling();
});

test('it covers the errors of all cards, and only while it lasts', async () => {
  const { node, consensus, outage } = unreachable();
  await consensus.refresh();
  expect(outage.problem).toBe(noServer);
  expect(outage.covers(new TimeoutError(exchange, 10_000))).toBe(true);
  expect(outage.covers(Object.assign(new TimeoutError(exchange, 1), { code: 'wallet/not-synced' }))).toBe(false);
  node.error = undefined;
  await consensus.refresh();
  expect(outage.problem).toBeUndefined();
  expect(outage.covers(noServer)).toBe(false);
});

test.each([
  [noServer, true],
  [new UnreachableError(exchange), false],
  [new TimeoutError(exchange, 10_000), false]
])('%s: Quarry’s server unreachable %s', async (error, isGone) => {
  const { consensus, outage } = unreachable(error);
  await consensus.refresh();
  expect(outage.isServerGone).toBe(isGone);
});
