import { toAppError } from '$lib/errors';
import type { EngineInfo, EngineKind, Grinder, KernelKind, DetectedEngine } from '$lib/mining/grinder/grinder';
import { createTeam } from '$lib/mining/grinder/team';
import { DEFAULT_SCHEDULE, type WasmSchedule } from '$lib/mining/grinder/wasmSchedule';
import { adapterLabel, describeAdapter, requestAdapter } from './device';
import { WasmMissingError } from './errors';
import { cachedSchedule, cachedShape, rememberSchedule, rememberShape } from './tuningCache';
import { openWorkerGrinder } from './workerGrinder';
import type { WorkerPort } from './workerGrinder';

/** Fastest first: the order in which engines are tried. */
export const ENGINE_ORDER: readonly KernelKind[] = ['webgpu', 'wasm', 'js'];

/** The smallest module with a SIMD instruction: a function that returns a v128. */
const SIMD_PROBE = Uint8Array.of(
  ...[0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 8, 1, 6, 0, 65, 0, 253, 15, 11]
);

/** Number of CPU cores. */
const coreCount = (): number => Math.max(1, navigator.hardwareConcurrency || 1);

async function describeEngine(kind: KernelKind): Promise<EngineInfo> {
  switch (kind) {
    case 'webgpu': {
      const adapter = describeAdapter((await requestAdapter(navigator.gpu)).info);
      return { kind, label: adapterLabel(adapter), adapter };
    }
    case 'wasm':
      if (typeof WebAssembly === 'undefined' || !WebAssembly.validate(SIMD_PROBE)) throw new WasmMissingError();
      return { kind, label: 'WebAssembly SIMD' };
    case 'js':
      return { kind, label: 'JavaScript' };
  }
}

/** All engines, fastest first, with the reason if one is unavailable. Starts none. */
export function detectEngines(): Promise<DetectedEngine[]> {
  return Promise.all(
    ENGINE_ORDER.map((kind) =>
      describeEngine(kind).then(
        (info): DetectedEngine => ({ kind, available: true, info }),
        (error: unknown): DetectedEngine => ({ kind, available: false, reason: toAppError(error) })
      )
    )
  );
}

const startWorker = (): WorkerPort =>
  new Worker(new URL('./grind.worker.ts', import.meta.url), { type: 'module', name: 'nonce search' });
const startWorkers = (count: number): WorkerPort[] => Array.from({ length: count }, startWorker);

/**
 * Opens an engine in its own workers: one for the GPU, and one per core for the others.
 * @param cores CPU cores to use; default: all, or alongside a GPU all but one, which is left to its driver and the page
 * @throws {AppError} the engine cannot be opened
 */
export async function openEngine(kind: EngineKind, cores?: number): Promise<Grinder> {
  switch (kind) {
    case 'webgpu':
      return openGpu();
    case 'together':
      return openTogether(cores ?? Math.max(1, coreCount() - 1));
    case 'wasm':
      return openWasm(cores ?? coreCount());
    case 'js':
      return openWorkerGrinder(kind, startWorkers(cores ?? coreCount()));
  }
}

async function openWasm(cores: number): Promise<Grinder> {
  const schedule = cachedSchedule() ?? (await calibratedSchedule());
  return openWorkerGrinder('wasm', startWorkers(cores), { schedule: schedule ?? DEFAULT_SCHEDULE });
}

/** Measured in a single worker: others running alongside would distort the result. */
async function calibratedSchedule(): Promise<WasmSchedule | undefined> {
  const grinder = await openWorkerGrinder('wasm', [startWorker()]);
  grinder.close();
  rememberSchedule(grinder.info.schedule);
  return grinder.info.schedule;
}

async function openGpu(): Promise<Grinder> {
  const { label } = await describeEngine('webgpu');
  const shape = cachedShape(label);
  const grinder = await openWorkerGrinder('webgpu', [startWorker()], shape && { shape });
  rememberShape(label, grinder.info.shape);
  return grinder;
}

async function openTogether(workers: number): Promise<Grinder> {
  // Sequentially: the first time a GPU is opened it is calibrated, which needs an idle CPU.
  const gpu = await openGpu();
  try {
    return createTeam([gpu, await openEngine('wasm', workers)]);
  } catch (error) {
    gpu.close();
    throw error;
  }
}
