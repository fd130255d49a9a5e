import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { detectEngines, openEngine } from '$lib/gpu/engines';
import { WasmMissingError } from '$lib/gpu/errors';
import type { Grinder, KernelKind, KernelTuning } from '$lib/mining/grinder/grinder';
import { createJsGrinder } from '$lib/mining/grinder/jsGrinder';
import type { KernelShape } from '$lib/mining/grinder/kernelShape';
import type { WasmSchedule } from '$lib/mining/grinder/wasmSchedule';
import { InProcessWorker } from '../../support/inProcessWorker';

const failing = new Map<KernelKind, Error>();
const workers: InProcessWorker[] = [];
let shape: KernelShape | undefined;
/** The result of a worker's measurement; undefined if it failed. */
let fastest: WasmSchedule | undefined;
const remembered = new Map<string, string>();
const localStorage = {
  getItem: (key: string) => remembered.get(key) ?? null,
  setItem: (key: string, value: string) => void remembered.set(key, value)
};

async function open(kind: KernelKind, tuned: KernelTuning): Promise<Grinder> {
  const reason = failing.get(kind);
  if (reason) throw reason;
  const info = {
    kind,
    label: kind,
    ...(kind === 'webgpu' && shape && { shape }),
    ...(kind === 'wasm' && { schedule: tuned.schedule ?? fastest })
  };
  return { ...createJsGrinder(), info };
}

beforeEach(() => {
  failing.clear();
  workers.length = 0;
  shape = undefined;
  fastest = 'abreast';
  remembered.clear();
  vi.stubGlobal('localStorage', localStorage);
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
  test('runs the GPU in one worker and CPU engines in one worker per core', async () => {
    vi.stubGlobal('navigator', {
      hardwareConcurrency: 3,
      gpu: { requestAdapter: async () => ({ info: { vendor: '', architecture: '', description: 'a GPU' } }) }
    });
    expect((await openEngine('webgpu')).info.kind).toBe('webgpu');
    expect(workers).toHaveLength(1);
    expect((await openEngine('wasm')).info).toMatchObject({ label: 'wasm', workers: 3 });
    // One of them measured first.
    expect(workers).toHaveLength(5);
  });

  test('does not fall back to another engine, and terminates all workers', async () => {
    failing.set('wasm', new WasmMissingError());
    await expect(openEngine('wasm')).rejects.toMatchObject({ code: 'gpu/no-wasm-simd' });
    expect(workers.map(({ terminated }) => terminated)).toEqual([true]);
  });
});

describe('the schedule of the WebAssembly kernel', () => {
  const opened = () => workers.flatMap(({ sent }) => sent.filter(({ type }) => type === 'open'));
  const browser = (hardwareConcurrency: number, userAgent: string) =>
    vi.stubGlobal('navigator', { hardwareConcurrency, userAgent });

  test('is measured once per browser version and processor', async () => {
    browser(2, 'browser 1');
    await openEngine('wasm');
    const given = { type: 'open', kind: 'wasm', schedule: 'abreast' };
    expect(opened()).toEqual([{ type: 'open', kind: 'wasm' }, given, given]);
    expect(workers[0]!.terminated).toBe(true);
    workers.length = 0;
    expect((await openEngine('wasm')).info.schedule).toBe('abreast');
    expect(opened()).toEqual([given, given]);
  });

  test.each([
    ['another version', 2, 'browser 2'],
    ['another processor', 4, 'browser 1']
  ])('is measured again by %s', async (_, cores, userAgent) => {
    browser(2, 'browser 1');
    await openEngine('wasm');
    browser(cores, userAgent);
    fastest = 'overlapped';
    expect((await openEngine('wasm')).info.schedule).toBe('overlapped');
  });

  test('that could not be measured is the default one', async () => {
    fastest = undefined;
    expect((await openEngine('wasm')).info.schedule).toBe('staggered');
  });

  test('that is stored in an invalid form is measured again', async () => {
    browser(2, 'browser 1');
    await openEngine('wasm');
    for (const [key, stored] of remembered) remembered.set(key, stored.replace('abreast', 'x'));
    fastest = 'overlapped';
    expect((await openEngine('wasm')).info.schedule).toBe('overlapped');
  });
});

const adapter = { info: { vendor: 'acme', architecture: 'fast', description: '' } };

describe('GPU and CPU together', () => {
  beforeEach(() => {
    vi.stubGlobal('navigator', { hardwareConcurrency: 3, gpu: { requestAdapter: async () => adapter } });
  });

  test('use all cores but one for CPU workers', async () => {
    const team = await openEngine('together');
    expect(team.info).toMatchObject({
      kind: 'together',
      members: [{ kind: 'webgpu' }, { kind: 'wasm', workers: 2 }]
    });
    expect(workers).toHaveLength(4);
  });

  test('terminate all workers when one engine is unavailable', async () => {
    failing.set('wasm', new WasmMissingError());
    await expect(openEngine('together')).rejects.toMatchObject({ code: 'gpu/no-wasm-simd' });
    expect(workers.every(({ terminated }) => terminated)).toBe(true);
  });
});

describe('the shape of the GPU kernel', () => {
  beforeEach(() => {
    vi.stubGlobal('navigator', { hardwareConcurrency: 3, gpu: { requestAdapter: async () => adapter } });
    shape = { workgroupSize: 256, noncesPerInvocation: 1 };
  });

  test('is calibrated once per adapter', async () => {
    await openEngine('webgpu');
    await openEngine('webgpu');
    expect(workers.map(({ sent }) => sent[0])).toEqual([
      { type: 'open', kind: 'webgpu' },
      { type: 'open', kind: 'webgpu', shape }
    ]);
    expect([...remembered.keys()]).toEqual([expect.stringContaining('acme fast')]);
  });

  test('that is stored in an invalid form is calibrated again', async () => {
    await openEngine('webgpu');
    for (const key of remembered.keys()) remembered.set(key, '{"workgroupSize":7}');
    await openEngine('webgpu');
    expect(workers.at(-1)?.sent[0]).toEqual({ type: 'open', kind: 'webgpu' });
  });
});

describe('detectEngines', () => {
  test('lists available engines, and the reason for each unavailable one', async () => {
    expect(await detectEngines()).toMatchObject([
      { kind: 'webgpu', available: false, reason: { code: 'gpu/unsupported' } },
      { kind: 'wasm', available: true },
      { kind: 'js', available: true }
    ]);
  });

  test('reports a page on which the browser disables the GPU', async () => {
    vi.stubGlobal('isSecureContext', false);
    expect((await detectEngines())[0]).toMatchObject({ available: false, reason: { code: 'gpu/insecure-page' } });
  });

  test('reports WebAssembly without SIMD', async () => {
    vi.stubGlobal('WebAssembly', { validate: () => false });
    expect((await detectEngines())[1]).toMatchObject({ available: false, reason: { code: 'gpu/no-wasm-simd' } });
  });
});
