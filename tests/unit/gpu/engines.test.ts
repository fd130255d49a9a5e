import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { detectEngines, openEngine } from '$lib/gpu/engines';
import { WasmMissingError } from '$lib/gpu/errors';
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

describe('openEngine', () => {
  test('runs the GPU in one worker and the others in one a core', async () => {
    expect((await openEngine('webgpu')).info.kind).toBe('webgpu');
    expect(workers).toHaveLength(1);
    expect((await openEngine('wasm')).info.label).toBe('wasm, 3 workers');
    expect(workers).toHaveLength(4);
  });

  test('tries no other engine, and leaves no worker behind', async () => {
    failing.set('wasm', new WasmMissingError());
    await expect(openEngine('wasm')).rejects.toMatchObject({ code: 'gpu/no-wasm-simd' });
    expect(workers.map(({ terminated }) => terminated)).toEqual([true, true, true]);
  });
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
