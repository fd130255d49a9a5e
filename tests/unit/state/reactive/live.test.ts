import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { NodeStatus } from '$lib/state/node/nodeStatus.svelte';
import { holdPolling, pollWhileHidden, pollWhileVisible, Live, refreshPolled } from '$lib/state/reactive/live.svelte';
import {
  ConnectionClosedError,
  ModuleDisabledError,
  ModuleLoadingError,
  NotConfiguredError,
  ServerError,
  TimeoutError,
  UnauthorizedError,
  UnreachableError
} from '$lib/api/http/errors';
import { eventually } from '../../../support/eventually';

const exchange = { method: 'GET', path: '/consensus' };

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** A read whose responses a test gives one by one. */
function manual<T>() {
  const waiting: PromiseWithResolvers<T>[] = [];
  const read = vi.fn(() => {
    const answer = Promise.withResolvers<T>();
    waiting.push(answer);
    return answer.promise;
  });
  return { read, next: () => waiting.shift()! };
}

test('a failure keeps the last good value, marked as stale; the next success clears both', async () => {
  const answers = [() => 1, () => Promise.reject(new UnreachableError(exchange)), () => 2];
  const live = new Live(async () => answers.shift()!(), Date.now);
  vi.setSystemTime(1000);
  await live.refresh();
  expect([live.value, live.atMs, live.stale]).toEqual([1, 1000, false]);
  vi.setSystemTime(3000);
  await live.refresh();
  expect([live.value, live.atMs, live.stale, live.problem?.code]).toEqual([1, 1000, true, 'api/unreachable']);
  await live.refresh();
  expect([live.value, live.atMs, live.stale, live.problem]).toEqual([2, 3000, false, undefined]);
});

test('a value is late after as long as ever, although the clock is set back', async () => {
  const { read, next } = manual<number>();
  const live = new Live(read, Date.now, 1_000);
  vi.setSystemTime(10_000);
  const first = live.refresh();
  next().resolve(1);
  await first;
  vi.setSystemTime(2_000);
  void live.refresh();
  await vi.advanceTimersByTimeAsync(999);
  expect(live.stale).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(live.stale).toBe(true);
});

test('a call during a read joins it', async () => {
  const { read, next } = manual<number>();
  const live = new Live(read);
  const both = Promise.all([live.refresh(), live.refresh()]);
  expect([read.mock.calls.length, live.reading]).toEqual([1, true]);
  next().resolve(7);
  await both;
  expect([live.value, live.reading]).toEqual([7, false]);
});

test('an aborted read is not joined, leaves no problem behind, and its late response is dropped', async () => {
  const { read, next } = manual<number>();
  const live = new Live(read);
  const left = new AbortController();
  const first = live.refresh(left.signal);
  left.abort();
  const second = live.refresh();
  expect(read).toHaveBeenCalledTimes(2);
  next().resolve(1);
  await first;
  expect([live.value, live.problem, live.reading]).toEqual([undefined, undefined, true]);
  next().resolve(2);
  await second;
  expect([live.value, live.reading]).toEqual([2, false]);
});

test('a value becomes stale while the next one is overdue, before the read fails', async () => {
  const { read, next } = manual<number>();
  const live = new Live(read);
  const first = live.refresh();
  next().resolve(1);
  await first;
  vi.advanceTimersByTime(2000);
  const second = live.refresh();
  vi.advanceTimersByTime(3999);
  expect(live.stale).toBe(false);
  vi.advanceTimersByTime(1);
  expect(live.stale).toBe(true);
  next().resolve(2);
  await second;
  expect([live.value, live.stale]).toEqual([2, false]);
});

test('what is read every half minute is not late before that', async () => {
  const { read, next } = manual<number>();
  const live = new Live(read, undefined, 35_000);
  const first = live.refresh();
  next().resolve(1);
  await first;
  vi.advanceTimersByTime(30_000);
  void live.refresh();
  vi.advanceTimersByTime(4_999);
  expect(live.stale).toBe(false);
  vi.advanceTimersByTime(1);
  expect(live.stale).toBe(true);
});

test.each([
  [new ModuleLoadingError(exchange, 490, ''), 'starting'],
  [new ModuleDisabledError(exchange, 491, ''), 'module-off'],
  [new UnauthorizedError(exchange, 401, ''), 'signed-out'],
  [new UnreachableError(exchange), 'unreachable'],
  [new ConnectionClosedError(exchange), 'unreachable'],
  [new TimeoutError(exchange, 10_000), 'unreachable'],
  [new ServerError(exchange, 500, ''), 'failing']
])('%s is distinguished', async (error, state) => {
  const status = () => Promise.reject(error);
  const node = new NodeStatus({
    daemon: { consensus: { status } } as unknown as ConstructorParameters<typeof NodeStatus>[0]['daemon'],
    readNetworkName: async () => 'dev',
    readGenesis: () => Promise.reject(error),
    isStopped: () => false
  });
  expect(node.state).toBe('connecting');
  await node.consensus.refresh();
  expect(node.state).toBe(state);
});

test('a read that started before a change does not count as its result', async () => {
  const { read, next } = manual<string>();
  const live = new Live(read);
  void live.refresh();
  const anew = live.refreshAnew();
  next().resolve('before');
  await eventually(() => expect(read).toHaveBeenCalledTimes(2));
  next().resolve('after');
  await anew;
  expect(live.value).toBe('after');
});

describe('a polled value', () => {
  const visible = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  beforeEach(() => vi.stubGlobal('document', visible));
  afterEach(() => vi.unstubAllGlobals());

  test('is polled at its interval, sooner after a failure, and immediately on request', async () => {
    let isDown = false;
    const read = vi.fn(async () => {
      if (isDown) throw new UnreachableError(exchange);
      return 1;
    });
    const live = new Live(read, undefined, 75_000);
    const end = pollWhileVisible([live], 60_000);
    await vi.advanceTimersByTimeAsync(59_999);
    expect(read).toHaveBeenCalledTimes(1);

    isDown = true;
    refreshPolled();
    await vi.advanceTimersByTimeAsync(0);
    expect([live.value, live.stale]).toEqual([1, true]);
    isDown = false;
    await vi.advanceTimersByTimeAsync(5_001);
    expect([live.value, live.stale]).toEqual([1, false]);

    const calls = read.mock.calls.length;
    end();
    refreshPolled();
    await vi.advanceTimersByTimeAsync(120_000);
    expect(read).toHaveBeenCalledTimes(calls);
  });

  test('is requested once a minute from a connection without its service, and immediately on request', async () => {
    const read = vi.fn(() => Promise.reject<number>(new NotConfiguredError(exchange, 503, '')));
    const ends = [2_000, 30_000].map((everyMs) => pollWhileVisible([new Live(read)], everyMs));
    await vi.advanceTimersByTimeAsync(59_000);
    expect(read).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(read).toHaveBeenCalledTimes(4);
    refreshPolled();
    await vi.advanceTimersByTimeAsync(0);
    expect(read).toHaveBeenCalledTimes(6);
    ends.forEach((end) => end());
  });

  test('is not current once the node is lost, even if a response was still in flight', async () => {
    const { read, next } = manual<number>();
    const live = new Live(read);
    const end = pollWhileVisible([live], 1_000);
    const release = holdPolling();
    refreshPolled();
    next().resolve(1);
    await vi.advanceTimersByTimeAsync(0);
    next().reject(new UnreachableError(exchange));
    await vi.advanceTimersByTimeAsync(0);
    expect([live.value, live.stale, read.mock.calls.length]).toEqual([1, true, 2]);
    release();
    end();
  });

  test('that was read during an outage is not current for long', async () => {
    const live = new Live(async () => 1, undefined, 75_000);
    const release = holdPolling();
    const end = pollWhileVisible([live], 60_000);
    await vi.advanceTimersByTimeAsync(0);
    expect(live.stale).toBe(false);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(live.stale).toBe(true);
    release();
    refreshPolled();
    await vi.advanceTimersByTimeAsync(0);
    expect(live.stale).toBe(false);
    end();
  });

  test('is read when a hidden tab is shown, even while polling is suspended', async () => {
    const read = vi.fn(async () => 1);
    const end = pollWhileVisible([new Live(read)], 1_000);
    await vi.advanceTimersByTimeAsync(0);
    const release = holdPolling();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(read).toHaveBeenCalledTimes(1);
    visible.dispatchEvent(new Event('visibilitychange'));
    expect(read).toHaveBeenCalledTimes(2);
    release();
    end();
  });

  test('is also read in a hidden tab if notifications need it, and only there', async () => {
    const read = vi.fn(async () => 1);
    const end = pollWhileHidden([new Live(read)], 60_000);
    await vi.advanceTimersByTimeAsync(120_000);
    expect(read).not.toHaveBeenCalled();
    visible.visibilityState = 'hidden';
    await vi.advanceTimersByTimeAsync(120_000);
    expect(read).toHaveBeenCalledTimes(2);
    end();
    await vi.advanceTimersByTimeAsync(120_000);
    expect(read).toHaveBeenCalledTimes(2);
    visible.visibilityState = 'visible';
  });
});
