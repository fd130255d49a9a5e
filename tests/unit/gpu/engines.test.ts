import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { detectEngines, openEngine, openGrinder } from '$lib/gpu/engines';
import { NoAdapterError, WasmMissingError } from '$lib/gpu/errors';
import type { Grinder } from '$lib/mining/grinder';
import { createJsGrinder } from '$lib/mining/jsGrinder';
import type { EngineKind } from '$lib/mining/protocol';
import { InProcessWorker } from '../../support/inProcessWorker';

const failing = new Map<EngineKind, Error>();
const workers: InProcessWorker[] = [];

async function open(kind: EngineKind): Promise<Grinder> {
  const reason = failing.get(kind);
  if (reason) throw reason;
  return { ...createJsGrinder(), info: { kind, label: kind } };
}

beforeEach(() => {
  failing.clear();
  workers.length = 0;
  vi.stubGlobal(
    'Worker',
    class extends InProcessWorker {
      constructor() {
        super(open);
        workers.push(this);
      }
    }
  );
  vi.stubGlobal('navigator', { hardwareConcurrency: 3 });
});
afterEach(() => vi.unstubAllGlobals());

describe('openGrinder', () => {
  test('opens the fastest engine, the GPU in one worker', async () => {
    expect((await openGrinder()).info.kind).toBe('webgpu');
    expect(workers).toHaveLength(1);
  });

  test('falls back in order and says why', async () => {
    failing.set('webgpu', new NoAdapterError());
    failing.set('wasm', new WasmMissingError());
    const skipped: [EngineKind, string][] = [];
    const grinder = await openGrinder('webgpu', (kind, { code }) => skipped.push([kind, code]));
    expect(grinder.info).toMatchObject({ kind: 'js', label: 'js, 3 workers' });
    expect(skipped).toEqual([
      ['webgpu', 'gpu/no-adapter'],
      ['wasm', 'gpu/no-wasm-simd']
    ]);
    expect(workers.filter(({ terminated }) => !terminated)).toHaveLength(3);
  });

  test('never opens a faster engine than the one asked for', async () => {
    expect((await openGrinder('wasm')).info.kind).toBe('wasm');
  });

  test('throws the last reason when none can be opened', async () => {
    for (const kind of ['webgpu', 'wasm', 'js'] as const) failing.set(kind, new NoAdapterError());
    await expect(openGrinder()).rejects.toMatchObject({ code: 'gpu/no-adapter' });
  });
});

test('openEngine tries no other engine', async () => {
  failing.set('webgpu', new NoAdapterError());
  await expect(openEngine('webgpu')).rejects.toMatchObject({ code: 'gpu/no-adapter' });
  expect(workers).toHaveLength(1);
});

describe('detectEngines', () => {
  test('names what is there and gives the reason for what is not', async () => {
    expect(await detectEngines()).toMatchObject([
      { kind: 'webgpu', available: false, reason: { code: 'gpu/unsupported' } },
      { kind: 'wasm', available: true },
      { kind: 'js', available: true }
    ]);
  });

  test('tells that WebAssembly has no SIMD', async () => {
    vi.stubGlobal('WebAssembly', { validate: () => false });
    expect((await detectEngines())[1]).toMatchObject({ available: false, reason: { code: 'gpu/no-wasm-simd' } });
  });
});
