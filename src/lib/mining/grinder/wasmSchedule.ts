/**
 * Orders of the WebAssembly kernel's instructions. All compute the same result; which is fastest depends on the
 * processor and the browser's compiler, and is measured.
 */
export const WASM_SCHEDULES = ['staggered', 'abreast', 'overlapped'] as const;
export type WasmSchedule = (typeof WASM_SCHEDULES)[number];

/** Best on the processors measured so far. */
export const DEFAULT_SCHEDULE: WasmSchedule = 'staggered';

/** A stored value as a schedule; undefined unless it is one of {@link WASM_SCHEDULES}. */
export const parseSchedule = (stored: unknown): WasmSchedule | undefined =>
  WASM_SCHEDULES.find((schedule) => schedule === stored);
