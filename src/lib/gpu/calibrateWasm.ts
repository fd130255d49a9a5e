import { HEADER_BYTES } from '$lib/chain/block/block';
import { DEFAULT_NONCE_FACTOR } from '$lib/chain/network/rewards';
import { prepareSearch, type Search } from '$lib/mining/grinder/search';
import { DEFAULT_SCHEDULE, WASM_SCHEDULES, type WasmSchedule } from '$lib/mining/grinder/wasmSchedule';

/** Duration of one measurement; all together take about 200 ms. */
const SLICE_MS = 6;
const ROUNDS = 7;
const FIRST_NONCES = 3 << 8;
const MAX_NONCES = 3 << 22;
/** How long browsers usually need to compile optimized code for all schedules. */
const WARM_UP_MS = 250;
/** Slowest over fastest. No two schedules differ this much: some ran unoptimized code, so all are measured again. */
const MAX_SPREAD = 1.5;
const TRIES = 4;
/** A schedule must beat the default by this factor: smaller differences are noise. */
const MARGIN = 1.02;

/** A search without solutions. */
const UNSOLVABLE = prepareSearch(
  { header: new Uint8Array(HEADER_BYTES), target: new Uint8Array(32) },
  DEFAULT_NONCE_FACTOR
);

/**
 * The fastest schedule on this processor and browser; undefined if it could not be determined.
 * @param open the kernel of a schedule
 * @param nowMs monotonic clock, milliseconds
 */
export async function calibrateSchedules(
  open: (schedule: WasmSchedule) => Promise<Search>,
  nowMs: () => number
): Promise<WasmSchedule | undefined> {
  const searches = await Promise.all(WASM_SCHEDULES.map(open));
  const nonces = await warmUp(searches, nowMs);
  for (let tries = 0; tries < TRIES; tries++) {
    const times = await leastTimes(searches, nonces, nowMs);
    const least = Math.min(...times);
    if (Math.max(...times) >= least * MAX_SPREAD) continue;
    const usual = times[WASM_SCHEDULES.indexOf(DEFAULT_SCHEDULE)]!;
    return least * MARGIN < usual ? WASM_SCHEDULES[times.indexOf(least)] : DEFAULT_SCHEDULE;
  }
  return undefined;
}

/** @returns nonces that take about {@link SLICE_MS} */
async function warmUp(searches: readonly Search[], nowMs: () => number): Promise<number> {
  const beganAtMs = nowMs();
  let nonces = FIRST_NONCES;
  for (;;) {
    const least = Math.min(...searches.map((search) => timed(search, nonces, nowMs)));
    if (nowMs() - beganAtMs >= WARM_UP_MS && (least >= SLICE_MS || nonces >= MAX_NONCES)) return nonces;
    if (least < SLICE_MS && nonces < MAX_NONCES) nonces *= 2;
    await betweenCalls();
  }
}

/**
 * Measures in turns, so that interference affects all schedules; the minimum time of each is the least disturbed one.
 */
async function leastTimes(searches: readonly Search[], nonces: number, nowMs: () => number): Promise<number[]> {
  const least = searches.map(() => Infinity);
  for (let round = 0; round < ROUNDS; round++) {
    for (const [i, search] of searches.entries()) least[i] = Math.min(least[i]!, timed(search, nonces, nowMs));
    await betweenCalls();
  }
  return least;
}

/** Browsers switch to newly compiled code between two calls. */
const betweenCalls = () => new Promise((resolve) => setTimeout(resolve));

function timed(search: Search, nonces: number, nowMs: () => number): number {
  const startedAtMs = nowMs();
  search(UNSOLVABLE, 0n, nonces);
  return nowMs() - startedAtMs;
}
