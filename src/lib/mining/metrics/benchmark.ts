import type { Grinder, GrindWork, NonceRange } from '../grinder/grinder';
import { DEFAULT_NONCE_FACTOR } from '$lib/chain/network/rewards';

/** How long an engine runs in, and how long it is measured then, milliseconds. */
export interface BenchmarkTimes {
  readonly warmMs: number;
  readonly measuredMs: number;
}

/** Work that no nonce solves. */
const HOPELESS: GrindWork = {
  header: Uint8Array.from({ length: 80 }, (_, i) => (i * 37) % 251),
  target: new Uint8Array(32)
};
const ENDLESS: NonceRange = { first: 0n, step: DEFAULT_NONCE_FACTOR, count: 1n << 54n };

/**
 * Hashes per second of an engine at full power, by dispatches that were completed and the times of their completion.
 * @param onProgress share of the time that is over, in [0, 1]
 * @returns undefined when the signal ends it
 */
export async function measureEngine(
  grinder: Grinder,
  { warmMs, measuredMs }: BenchmarkTimes,
  signal: AbortSignal,
  onProgress: (share: number) => void = () => {}
): Promise<number | undefined> {
  let startedAtMs: number | undefined;
  /** The completion from which on is counted: what came before it is warming up. */
  let countedFromMs: number | undefined;
  let hashes = 0n;
  for await (const event of grinder.grind(HOPELESS, ENDLESS, signal)) {
    if (event.type !== 'progress') continue;
    const atMs = event.completedAtMs;
    startedAtMs ??= atMs - event.dispatchMs;
    onProgress(Math.min(1, (atMs - startedAtMs) / (warmMs + measuredMs)));
    if (countedFromMs === undefined) {
      if (atMs - startedAtMs >= warmMs) countedFromMs = atMs;
      continue;
    }
    hashes += event.hashes;
    const elapsedMs = atMs - countedFromMs;
    if (elapsedMs >= measuredMs) return (Number(hashes) * 1000) / elapsedMs;
  }
  return undefined;
}

/**
 * Rates of other programs on the same work, as shares of our WebAssembly kernel with one worker: measured once, side by
 * side on two cores of a Zen 4, medians of one quiet run. Such ratios carry over between processors; rates do not.
 */
export const REFERENCES: readonly { readonly name: string; readonly ofWasm: number }[] = [
  { name: 'C with AVX-512, one core', ofWasm: 3.97 / 1.98 },
  { name: 'C, one core', ofWasm: 1 / 1.98 },
  { name: 'nano-pow, WebAssembly', ofWasm: 1.15 / 1.98 },
  { name: 'hash-wasm', ofWasm: 0.273 / 1.98 },
  { name: '@noble/hashes', ofWasm: 0.032 / 1.98 }
];
