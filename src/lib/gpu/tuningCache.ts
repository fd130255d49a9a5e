import { parseShape, type KernelShape } from '$lib/mining/grinder/kernelShape';
import { parseSchedule, type WasmSchedule } from '$lib/mining/grinder/wasmSchedule';

// The numbers in the keys change with the kernels, because the best settings may change too.
const shapeKey = (adapter: string): string => `quarry:gpu-shape-1:${adapter}`;
const SCHEDULE_KEY = 'quarry:wasm-schedule-1';

/** The best shape of the adapter as calibrated earlier in this browser; undefined without one. */
export const cachedShape = (adapter: string): KernelShape | undefined => parseShape(read(shapeKey(adapter)));

/** Stores the shape that was calibrated for the adapter; undefined, as for software adapters, stores nothing. */
export function rememberShape(adapter: string, shape: KernelShape | undefined): void {
  if (shape) write(shapeKey(adapter), shape);
}

/** The fastest schedule as measured earlier by this version of the browser on this processor; undefined without one. */
export function cachedSchedule(): WasmSchedule | undefined {
  const { on, schedule } = (read(SCHEDULE_KEY) ?? {}) as { on?: unknown; schedule?: unknown };
  return on === processorAndBrowser() ? parseSchedule(schedule) : undefined;
}

/** Stores the fastest schedule on this browser version and processor; undefined, if none was measured, stores nothing. */
export function rememberSchedule(schedule: WasmSchedule | undefined): void {
  if (schedule) write(SCHEDULE_KEY, { on: processorAndBrowser(), schedule });
}

/** Pages learn nothing about the processor but its number of threads. */
const processorAndBrowser = (): string => `${navigator.hardwareConcurrency} × ${navigator.userAgent}`;

function read(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null');
  } catch {
    return undefined;
  }
}

function write(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Denied or full: it is calibrated again next time, which takes a second or two.
  }
}
