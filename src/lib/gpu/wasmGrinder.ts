import { createCpuGrinder } from '$lib/mining/grinder/cpuGrinder';
import type { Grinder } from '$lib/mining/grinder/grinder';
import type { Scheduler } from '$lib/async/scheduler';
import type { Search } from '$lib/mining/grinder/search';
import { DEFAULT_SCHEDULE, type WasmSchedule } from '$lib/mining/grinder/wasmSchedule';
import { WasmMissingError } from './errors';
import { calibrateSchedules } from './calibrateWasm';
import { FOLDED_OFFSET, HIT_SLOTS, HITS_OFFSET, SEARCH_MODULES } from './kernel/wasm.gen';

interface Exports {
  memory: WebAssembly.Memory;
  search(first: bigint, step: bigint, count: number, top: number): number;
}

const decodeBase64 = (text: string) => Uint8Array.from(atob(text), (character) => character.charCodeAt(0));

/**
 * The WebAssembly kernel as a {@link Search}, with its own memory.
 * @throws {WasmMissingError} no WebAssembly, no SIMD, or blocked by the content security policy
 */
export async function openWasmSearch(schedule: WasmSchedule = DEFAULT_SCHEDULE): Promise<Search> {
  let exports: Exports;
  try {
    const { instance } = await WebAssembly.instantiate(decodeBase64(SEARCH_MODULES[schedule]));
    exports = instance.exports as unknown as Exports;
  } catch (cause) {
    throw new WasmMissingError({ cause });
  }
  const folded = new BigUint64Array(exports.memory.buffer, FOLDED_OFFSET);
  const hits = new Uint32Array(exports.memory.buffer, HITS_OFFSET, 1 + HIT_SLOTS);
  return (job, first, count) => {
    folded.set(job.folded);
    const tried = exports.search(first, job.step, count, job.top);
    // Nonces are tried in threes; hits beyond the count are discarded.
    const found = Array.from(hits.subarray(1, 1 + (hits[0] ?? 0)));
    return { tried: Math.min(tried, count), hits: found.filter((index) => index < count) };
  };
}

/**
 * One thread of the WebAssembly engine.
 * @param known the schedule to use; without it, the fastest is measured
 * @throws {WasmMissingError}
 */
export async function openWasmGrinder(known?: WasmSchedule, scheduler?: Scheduler): Promise<Grinder> {
  const schedule = known ?? (await calibrateSchedules(openWasmSearch, () => performance.now()));
  const info = { kind: 'wasm', label: 'WebAssembly SIMD', ...(schedule && { schedule }) } as const;
  return createCpuGrinder(info, await openWasmSearch(schedule), scheduler);
}
