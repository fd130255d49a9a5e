import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { BadRequestError, NodeStoppedError, UnreachableError } from '$lib/api/http/errors';
import { Shutdown } from '$lib/state/node/shutdown.svelte';

const stored = new Map<string, string>();
beforeEach(() => {
  stored.clear();
  vi.useFakeTimers();
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value)
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const exchange = { method: 'GET', path: '/daemon/version' };
const unreachable = new UnreachableError(exchange);
const stopped = new NodeStoppedError(exchange);

/** A node that gives these responses to polls, one after another, and repeats the last one. */
function nodeOf(
  answers: readonly (Error | 'here')[],
  { embedded = false, stop, connection = 'one' }: { embedded?: boolean; stop?: Error; connection?: string } = {}
) {
  let polls = 0;
  const version = vi.fn(async () => {
    const answer = answers[Math.min(polls++, answers.length - 1)]!;
    if (answer !== 'here') throw answer;
  });
  const daemon = { daemon: { version, stop: () => (stop ? Promise.reject(stop) : Promise.resolve()) } };
  const deps = { daemon, embedded, connection, nowMs: () => Date.now() };
  return { version, shutdown: new Shutdown(deps as unknown as ConstructorParameters<typeof Shutdown>[0]) };
}

test('a node is down after repeated failures, not after a single one', async () => {
  const { shutdown, version } = nodeOf(['here', unreachable, 'here', unreachable, unreachable]);
  void shutdown.stop();
  await vi.dynamicImportSettled();
  await vi.advanceTimersByTimeAsync(2_400);
  expect(shutdown.status.step).toBe('stopping');
  expect(shutdown.isStopped).toBe(false);
  await vi.advanceTimersByTimeAsync(200);
  expect(shutdown.status.step).toBe('stopped');
  expect(version).toHaveBeenCalledTimes(5);
});

test('the embedded node is down only when its server says so', async () => {
  const { shutdown } = nodeOf([unreachable, unreachable, unreachable, stopped], { embedded: true });
  void shutdown.stop();
  await vi.dynamicImportSettled();
  await vi.advanceTimersByTimeAsync(2_400);
  expect(shutdown.status.step).toBe('stopping');
  await vi.advanceTimersByTimeAsync(200);
  expect(shutdown.status.step).toBe('stopped');
});

test('a refusal leaves it running, and is shown', async () => {
  const refusal = new BadRequestError(exchange, 400, 'no');
  const { shutdown, version } = nodeOf(['here'], { stop: refusal });
  await shutdown.stop();
  expect(shutdown.status).toEqual({ step: 'running', problem: refusal });
  expect(version).not.toHaveBeenCalled();
});

test('a node that is gone before its response arrived is still awaited', async () => {
  const { shutdown } = nodeOf([unreachable], { stop: unreachable });
  void shutdown.stop();
  await vi.dynamicImportSettled();
  await vi.advanceTimersByTimeAsync(1_100);
  expect(shutdown.status.step).toBe('stopped');
});

test('the stopped state survives a page load, until the node responds again', async () => {
  const first = nodeOf([unreachable]).shutdown;
  void first.stop();
  await vi.advanceTimersByTimeAsync(1_100);
  const stoppedMs = Date.now();
  const second = nodeOf(['here']).shutdown;
  expect([second.isStopped, second.status.step]).toEqual([true, 'stopped']);
  // What was read before it stopped has no effect.
  second.answered(stoppedMs - 1_000);
  expect(second.isStopped).toBe(true);
  second.answered(stoppedMs + 1);
  expect([second.isStopped, second.status.step]).toEqual([false, 'running']);
  expect(nodeOf(['here']).shutdown.isStopped).toBe(false);
});

test('a node of another connection is not stopped with it', async () => {
  const { shutdown } = nodeOf([unreachable]);
  void shutdown.stop();
  await vi.advanceTimersByTimeAsync(1_100);
  expect(shutdown.isStopped).toBe(true);
  expect(nodeOf([unreachable], { connection: 'two' }).shutdown.isStopped).toBe(false);
});

test('a node that responds to another tab again is running here too', async () => {
  const listeners: ((event: { key: string }) => void)[] = [];
  vi.stubGlobal('addEventListener', (_: string, listener: (typeof listeners)[number]) => listeners.push(listener));
  const { shutdown } = nodeOf([unreachable]);
  void shutdown.stop();
  await vi.advanceTimersByTimeAsync(1_100);
  const [[key] = ['']] = stored;
  stored.set(key, 'null');
  for (const listener of listeners) listener({ key });
  expect([shutdown.isStopped, shutdown.status.step]).toEqual([false, 'running']);
});
