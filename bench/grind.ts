/**
 * Search kernels on one thread of Node beside the libraries a page could use instead, on the same headers.
 * `node bench/grind.ts [runs]` prints medians of interleaved runs with minimum and maximum, in million hashes a second.
 */
import { blake2b } from '@noble/hashes/blake2.js';
import { createBLAKE2b } from 'hash-wasm';
import { SEARCH_MODULE } from '../src/lib/gpu/kernel/wasm.gen.ts';
import { foldHeader } from '../src/lib/mining/kernel/fold.gen.ts';
import { search } from '../src/lib/mining/kernel/js.gen.ts';

const RUNS = Number(process.argv[2] ?? 7);
const RUN_MS = 400;
const STEP = 1009;
/** No hash begins with 32 zero bits often enough to matter here. */
const TOP = 0;

const header = Uint8Array.from({ length: 80 }, (_, i) => (i * 37) % 251);
const folded = foldHeader(header);

function jsKernel(): (count: number) => void {
  const halves = new Int32Array(folded.buffer);
  const hits = new Uint32Array(1025);
  return (count) => void search(halves, 0, 0, STEP, 0, count, TOP, hits);
}

async function wasmKernel(): Promise<(count: number) => void> {
  const { instance } = await WebAssembly.instantiate(Buffer.from(SEARCH_MODULE, 'base64'));
  const { memory, search: run } = instance.exports as {
    memory: WebAssembly.Memory;
    search(first: bigint, step: bigint, count: number, top: number): number;
  };
  new BigUint64Array(memory.buffer).set(folded);
  return (count) => void run(0n, BigInt(STEP), count, TOP);
}

/** A library that hashes a whole header at a time. */
function perHeader(hash: (message: Uint8Array) => Uint8Array): (count: number) => void {
  const copy = Uint8Array.from(header);
  const view = new DataView(copy.buffer);
  return (count) => {
    for (let i = 0; i < count; i++) {
      view.setUint32(32, i * STEP, true);
      if (hash(copy)[0] === 256) throw new Error('a byte of 256');
    }
  };
}

const hasher = await createBLAKE2b(256);
const contenders = new Map([
  ['WebAssembly kernel', await wasmKernel()],
  ['JavaScript kernel', jsKernel()],
  ['hash-wasm', perHeader((message) => hasher.init().update(message).digest('binary'))],
  ['@noble/hashes', perHeader((message) => blake2b(message, { dkLen: 32 }))]
]);

/** Million hashes a second over about RUN_MS, in batches of some milliseconds. */
function measure(run: (count: number) => void): number {
  const startedAtMs = performance.now();
  let done = 0;
  let batch = 1 << 10;
  for (;;) {
    const batchAtMs = performance.now();
    run(batch);
    done += batch;
    const nowMs = performance.now();
    if (nowMs - startedAtMs > RUN_MS) return done / (nowMs - startedAtMs) / 1000;
    if (nowMs - batchAtMs < 10) batch *= 2;
  }
}

const rates = new Map([...contenders.keys()].map((name) => [name, [] as number[]]));
for (const run of contenders.values()) measure(run); // warm up
for (let i = 0; i < RUNS; i++) for (const [name, run] of contenders) rates.get(name)?.push(measure(run));

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? NaN;
const slowest = median(rates.get('@noble/hashes') ?? []);
for (const [name, values] of rates) {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const mid = median(values);
  console.log(
    `${name.padEnd(20)} ${mid.toFixed(3).padStart(8)} MH/s  (${least.toFixed(3)} to ${most.toFixed(3)}, ${RUNS} runs)` +
      `  ${(mid / slowest).toFixed(1)} x @noble/hashes`
  );
}
