import type { Grinder, GrindWork, NonceRange } from '../grinder/grinder';
import { DEFAULT_NONCE_FACTOR } from '$lib/chain/network/rewards';

/** Duration of warm-up and of the measurement after it, milliseconds. */
export interface BenchmarkTimes {
  readonly warmupMs: number;
  readonly measuredMs: number;
}

/** Work without a solution. */
const UNSOLVABLE: GrindWork = {
  header: Uint8Array.from({ length: 80 }, (_, i) => (i * 37) % 251),
  target: new Uint8Array(32)
};
const ENDLESS: NonceRange = { first: 0n, step: DEFAULT_NONCE_FACTOR, count: 1n << 54n };

/**
 * Hashes per second of an engine at full power, from completed dispatches and their completion times.
 * @param onProgress elapsed share of the time, in [0, 1]
 * @returns undefined when the signal aborted
 */
export async function measureEngine(
  grinder: Grinder,
  { warmupMs, measuredMs }: BenchmarkTimes,
  signal: AbortSignal,
  onProgress: (share: number) => void = () => {}
): Promise<number | undefined> {
  let startedAtMs: number | undefined;
  /** Completion time of the last warm-up dispatch; counting starts after it. */
  let countedFromMs: number | undefined;
  let hashes = 0n;
  for await (const event of grinder.grind(UNSOLVABLE, ENDLESS, signal)) {
    if (event.type !== 'progress') continue;
    const atMs = event.completedAtMs;
    startedAtMs ??= atMs - event.dispatchMs;
    onProgress(Math.min(1, (atMs - startedAtMs) / (warmupMs + measuredMs)));
    if (countedFromMs === undefined) {
      if (atMs - startedAtMs >= warmupMs) countedFromMs = atMs;
      continue;
    }
    hashes += event.hashes;
    const elapsedMs = atMs - countedFromMs;
    if (elapsedMs >= measuredMs) return (Number(hashes) * 1000) / elapsedMs;
  }
  return undefined;
}

/** C and C with AVX-512 on one core, and npm libraries. */
export type ReferenceName = 'c-avx512' | 'c' | 'nano-pow' | 'hash-wasm' | 'noble';

/**
 * Rates of other programs on the same work, relative to one worker of our WebAssembly kernel: measured once, side by
 * side on two cores of a Zen 4, medians of one quiet run. The ratios carry over between processors; the rates do not.
 */
export const REFERENCE_RATES: readonly { readonly name: ReferenceName; readonly ofWasm: number }[] = [
  { name: 'c-avx512', ofWasm: 3.97 / 1.98 },
  { name: 'c', ofWasm: 1 / 1.98 },
  { name: 'nano-pow', ofWasm: 1.15 / 1.98 },
  { name: 'hash-wasm', ofWasm: 0.273 / 1.98 },
  { name: 'noble', ofWasm: 0.032 / 1.98 }
];
