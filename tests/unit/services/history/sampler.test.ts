import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { SampleStorage } from '$lib/services/history/ports';
import { RECENT_MS } from '$lib/services/history/recentAnswers';
import { Sampler, type SamplerDeps } from '$lib/services/history/sampler';
import type { Sample } from '$lib/services/history/samples';

const START_MS = 2e12;

beforeEach(() => void vi.useFakeTimers({ now: START_MS }));
afterEach(() => void vi.useRealTimers());

/** A sampler that stores its samples in a map, by scope. */
function samplerOf(change: Partial<SamplerDeps> = {}) {
  const stored = new Map<string, Sample[]>();
  const openSamples = (scope: string): SampleStorage => ({
    add: async (sample) => void stored.set(scope, [...(stored.get(scope) ?? []), sample]),
    read: async (_, sinceMs) => (stored.get(scope) ?? []).filter(({ atMs }) => atMs >= sinceMs),
    beginMs: async () => stored.get(scope)?.[0]?.atMs
  });
  const sampler = new Sampler({
    openSamples,
    readScope: async () => 'chain',
    readSeries: () => [Promise.resolve({ 'chain.height': 7n }), Promise.resolve({ 'gateway.peersIn': 2n })],
    nowMs: Date.now,
    ...change
  });
  const stop = new AbortController();
  let yielded = 0;
  const run = async () => {
    for await (const _ of sampler.run(stop.signal)) yielded++;
  };
  return { sampler, stored, stop, running: run(), yielded: () => yielded };
}

test('samples once the page has read what it shows, and every half minute, until the signal', async () => {
  const { stored, stop, running, yielded } = samplerOf();
  await vi.advanceTimersByTimeAsync(RECENT_MS - 1);
  expect(stored.size).toBe(0);
  await vi.advanceTimersByTimeAsync(61_000);
  stop.abort();
  await running;
  const values = { 'chain.height': 7n, 'gateway.peersIn': 2n };
  const times = [0, 30_000, 60_000].map((ms) => START_MS + RECENT_MS + ms);
  expect(stored.get('chain')).toEqual(times.map((atMs) => ({ atMs, values })));
  expect(yielded()).toBe(3);
});

test('an unreadable series is omitted; if none can be read, nothing is stored', async () => {
  const off = () => Promise.reject(new Error('off'));
  const readings = [() => [Promise.resolve({ 'chain.height': 7n }), off()], () => [off()]];
  const { stored, stop, running, yielded } = samplerOf({ readSeries: () => readings.shift()?.() ?? [] });
  await vi.advanceTimersByTimeAsync(RECENT_MS + 61_000);
  stop.abort();
  await running;
  expect(stored.get('chain')).toEqual([{ atMs: START_MS + RECENT_MS, values: { 'chain.height': 7n } }]);
  expect(yielded()).toBe(1);
});

test('an unreachable node is retried; another chain has separate samples', async () => {
  const away = () => Promise.reject(new Error('away'));
  const scopes = [async () => 'one', away, async () => 'two'];
  const { sampler, stored, stop, running } = samplerOf({ readScope: async () => scopes.shift()?.() ?? 'two' });
  await vi.advanceTimersByTimeAsync(RECENT_MS + 91_000);
  stop.abort();
  await running;
  expect(
    [...stored].map(([scope, samples]) => [scope, samples.map(({ atMs }) => atMs - START_MS - RECENT_MS)])
  ).toEqual([
    ['one', [0]],
    ['two', [90_000]]
  ]);
  const { tier, samples } = await sampler.read('1h');
  expect([tier, samples.length]).toEqual(['minute', 1]);
});

test('what the page has read of the chain before is not stored for a new one', async () => {
  let [scope, recent] = ['one', 600_000n];
  const readSeries = () => [Promise.resolve({ 'chain.height': recent })];
  const { stored, stop, running } = samplerOf({ readScope: async () => scope, readSeries });
  await vi.advanceTimersByTimeAsync(RECENT_MS + 1_000);
  scope = 'two';
  await vi.advanceTimersByTimeAsync(30_000);
  recent = 3n;
  await vi.advanceTimersByTimeAsync(30_000);
  stop.abort();
  await running;
  expect(stored.get('two')?.map(({ values }) => values['chain.height'])).toEqual([3n]);
});

test('samples from when the clock was ahead are not part of any range', async () => {
  const { sampler, stored, stop, running } = samplerOf();
  await vi.advanceTimersByTimeAsync(RECENT_MS);
  stop.abort();
  await running;
  const [sample] = stored.get('chain')!;
  stored.set('chain', [sample!, { ...sample!, atMs: START_MS + 365 * 86_400_000 }]);
  const { samples } = await sampler.read('1h');
  expect(samples).toEqual([sample]);
});

test('the charts of a page ask once which chain it is; after a failure, the next one asks again', async () => {
  const readScope = vi.fn(() => Promise.reject<string>(new Error('away')));
  const { sampler, stop } = samplerOf({ readScope });
  stop.abort();
  await expect(Promise.all([sampler.read('1h'), sampler.read('1d')])).rejects.toThrow('away');
  expect(readScope).toHaveBeenCalledTimes(1);
  readScope.mockImplementation(async () => 'chain');
  await Promise.all([sampler.read('1h'), sampler.read('1d')]);
  expect(readScope).toHaveBeenCalledTimes(2);
});
