import { createCpuGrinder } from './cpuGrinder';
import type { Grinder } from './grinder';
import { search } from '../kernel/js.gen';
import type { Scheduler } from '$lib/async/scheduler';
import type { Search } from './search';

/** Capacity of the hit list; when it is full the search returns early and the caller continues from there. */
const HIT_SLOTS = 1024;

/** The generated JavaScript kernel as a {@link Search}. */
export function createJsSearch(): Search {
  const hits = new Uint32Array(1 + HIT_SLOTS);
  const low = (value: bigint) => Number(BigInt.asIntN(32, value));
  const high = (value: bigint) => Number(BigInt.asIntN(32, value >> 32n));
  return ({ folded, top, step }, first, count) => {
    const halves = new Int32Array(folded.buffer);
    const tried = search(halves, low(first), high(first), low(step), high(step), count, top, hits);
    return { tried, hits: Array.from(hits.subarray(1, 1 + (hits[0] ?? 0))) };
  };
}

/** The engine available everywhere: reference implementation for the others and last fallback. */
export const createJsGrinder = (scheduler?: Scheduler): Grinder =>
  createCpuGrinder({ kind: 'js', label: 'JavaScript' }, createJsSearch(), scheduler);
