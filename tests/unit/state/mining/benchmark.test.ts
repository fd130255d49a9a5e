import { expect, test } from 'vitest';
import { WasmMissingError } from '$lib/gpu/errors';
import type { DetectedEngine, Grinder, KernelKind } from '$lib/mining/grinder/grinder';
import { createJsGrinder } from '$lib/mining/grinder/jsGrinder';
import { Benchmark } from '$lib/state/mining/benchmark.svelte';

const RATES: Record<KernelKind, bigint> = { webgpu: 9000n, wasm: 1980n, js: 100n };

function open(missing: readonly KernelKind[] = []) {
  const opened: string[] = [];
  let closed = 0;
  const benchmark = new Benchmark({
    times: { warmupMs: 10, measuredMs: 100 },
    detectEngines: async () =>
      (['webgpu', 'wasm', 'js'] as const).map((kind): DetectedEngine =>
        missing.includes(kind)
          ? { kind, available: false, reason: new WasmMissingError() }
          : { kind, available: true, info: { kind, label: kind } }
      ),
    openGrinder: async (kind, workers = 4): Promise<Grinder> => {
      opened.push(`${kind} ${workers}`);
      return {
        ...createJsGrinder(),
        info: { kind, label: kind, workers },
        close: () => closed++,
        async *grind(_, __, signal) {
          for (let atMs = 1; !signal.aborted; atMs++) {
            yield { type: 'progress', hashes: RATES[kind] * BigInt(workers), completedAtMs: atMs, dispatchMs: 1 };
            await new Promise((resolve) => setTimeout(resolve));
          }
        }
      };
    }
  });
  return { benchmark, opened, closed: () => closed };
}

test('measures all available engines one after the other, and scales the references to this device', async () => {
  const { benchmark, opened, closed } = open(['webgpu']);
  await benchmark.run();
  expect(benchmark.status).toEqual({ step: 'done' });
  expect(opened).toEqual(['wasm 4', 'wasm 1', 'js 1']);
  expect(closed()).toBe(3);
  expect(benchmark.rows).toEqual([
    { engine: { kind: 'wasm', label: 'wasm', workers: 4 }, hashesPerSecond: 7_920_000 },
    { engine: { kind: 'wasm', label: 'wasm', workers: 1 }, hashesPerSecond: 1_980_000 },
    { engine: { kind: 'js', label: 'js', workers: 1 }, hashesPerSecond: 100_000 }
  ]);
  const native = benchmark.references.find(({ name }) => name === 'c');
  expect(native?.hashesPerSecond).toBeCloseTo(1_000_000);
});

test('a second run does nothing while one is running', async () => {
  const { benchmark, opened } = open();
  await Promise.all([benchmark.run(), benchmark.run()]);
  expect(opened).toEqual(['webgpu 4', 'wasm 4', 'wasm 1', 'js 1']);
});

test('canceled, it keeps what was measured and closes what is open', async () => {
  const { benchmark, closed } = open();
  const running = benchmark.run();
  await expect.poll(() => benchmark.rows.length).toBe(1);
  benchmark.cancel();
  await running;
  expect(benchmark.status).toEqual({ step: 'idle' });
  expect(benchmark.rows).toHaveLength(1);
  expect(closed()).toBe(2);
});

test('an engine that cannot be opened is reported', async () => {
  const benchmark = new Benchmark({
    detectEngines: async () => [{ kind: 'js', available: true, info: { kind: 'js', label: 'js' } }],
    openGrinder: async () => {
      throw new WasmMissingError();
    }
  });
  await benchmark.run();
  expect(benchmark.status).toMatchObject({ step: 'idle', problem: { code: 'gpu/no-wasm-simd' } });
});
