import { expect, test } from 'vitest';
import { measureEngine } from '$lib/mining/metrics/benchmark';
import type { Grinder } from '$lib/mining/grinder/grinder';
import { createJsGrinder } from '$lib/mining/grinder/jsGrinder';

/** Completes `hashes` every `dispatchMs` on its own clock; the first dispatches are slower. */
function steady(hashes: bigint, dispatchMs: number): Grinder {
  return {
    ...createJsGrinder(),
    async *grind(_, __, signal) {
      for (let i = 1, atMs = 1000; !signal.aborted; i++) {
        const tookMs = i <= 3 ? 10 * dispatchMs : dispatchMs;
        atMs += tookMs;
        yield { type: 'progress', hashes, completedAtMs: atMs, dispatchMs: tookMs };
        await Promise.resolve();
      }
    }
  };
}
const never = new AbortController().signal;

test('counts completed dispatches after the warm-up only', async () => {
  const rate = await measureEngine(steady(5000n, 20), { warmupMs: 600, measuredMs: 1000 }, never);
  expect(rate).toBe(250_000);
});

test('reports progress up to 1', async () => {
  const shares: number[] = [];
  await measureEngine(steady(1n, 20), { warmupMs: 600, measuredMs: 1000 }, never, (share) => shares.push(share));
  expect(shares).toEqual(shares.toSorted((a, b) => a - b));
  expect(shares.at(-1)).toBe(1);
  expect(shares.length).toBeGreaterThan(20);
});

test('progress is the share of the planned time since the first dispatch started', async () => {
  const shares: number[] = [];
  await measureEngine(steady(1n, 20), { warmupMs: 600, measuredMs: 400 }, never, (share) => shares.push(share));
  // Three dispatches of 200 ms, then of 20 ms.
  expect(shares.slice(0, 5)).toEqual([0.2, 0.4, 0.6, 0.62, 0.64]);
  expect(shares.at(-1)).toBe(1);
});

test('ends with the dispatch that completes the time', async () => {
  const shares: number[] = [];
  // Counting starts at 600 ms; 50 dispatches of 20 ms are exactly the measured second.
  await measureEngine(steady(1n, 20), { warmupMs: 600, measuredMs: 1000 }, never, (share) => shares.push(share));
  expect(shares).toHaveLength(3 + 50);
});

test('a candidate is not a dispatch', async () => {
  const engine = steady(5000n, 20);
  const faulty: Grinder = {
    ...engine,
    async *grind(work, range, signal) {
      for await (const event of engine.grind(work, range, signal)) {
        yield { type: 'candidate', nonce: 0n };
        yield event;
      }
    }
  };
  expect(await measureEngine(faulty, { warmupMs: 600, measuredMs: 1000 }, never)).toBe(250_000);
});

test('a signal ends it without a result', async () => {
  const abort = new AbortController();
  const measuring = measureEngine(steady(1n, 20), { warmupMs: 600, measuredMs: 1e9 }, abort.signal, (share) => {
    if (share > 1e-6) abort.abort();
  });
  expect(await measuring).toBeUndefined();
});

test('an engine failure is thrown', async () => {
  const broken: Grinder = {
    ...createJsGrinder(),
    async *grind() {
      throw new RangeError('broken');
    }
  };
  await expect(measureEngine(broken, { warmupMs: 1, measuredMs: 1 }, never)).rejects.toThrow('broken');
});
