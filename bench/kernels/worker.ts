import { blake2b } from '@noble/hashes/blake2.js';
import { createBLAKE2b } from 'hash-wasm';
import { calibrateSchedules } from '$lib/gpu/calibrateWasm';
import { openWasmSearch } from '$lib/gpu/wasmGrinder';
import { createJsSearch } from '$lib/mining/grinder/jsGrinder';
import { prepareSearch, type Search } from '$lib/mining/grinder/search';
import { HEADER, measureSlots, openNanoPow, openOurs } from './gpu';
import type { Order, Result } from './protocol';

const STEP = 1009n;
/** A target that is never met, so that no hits are recorded. */
const job = prepareSearch({ header: HEADER, target: new Uint8Array(32) }, STEP);

/** Tries about `count` nonces. @returns how many were tried */
type Batch = (count: number) => number;

const ours =
  (search: Search): Batch =>
  (count) =>
    search(job, 0n, count).tried;

/** A library that hashes an entire header per call. */
function perHeader(hash: (message: Uint8Array) => Uint8Array): Batch {
  const copy = Uint8Array.from(HEADER);
  const view = new DataView(copy.buffer);
  return (count) => {
    for (let i = 0; i < count; i++) {
      view.setUint32(32, i * Number(STEP), true);
      if (hash(copy)[0] === 256) throw new Error('a byte of 256');
    }
    return count;
  };
}

/**
 * nano-pow's kernel counts to 2^24 in steps of three and tries two nonces per step, the counter's and the next: it
 * never tries nonces that are two above a multiple of three from the start. It traps if nothing is found.
 */
const NANO_POW_CALL = 2 * Math.ceil(2 ** 24 / 3);
async function nanoPow(module: string): Promise<Batch> {
  const bytes = Uint8Array.from(atob(module), (character) => character.charCodeAt(0));
  const { instance } = await WebAssembly.instantiate(bytes, {
    env: { abort: () => undefined, memory: new WebAssembly.Memory({ initial: 256, maximum: 1024 }) }
  });
  const main = instance.exports.main as (...words: bigint[]) => bigint;
  return () => {
    try {
      main(0n, 1n, 2n, 3n, 4n, 2n ** 64n - 1n);
    } catch {
      // Expected: nothing is found.
    }
    return NANO_POW_CALL;
  };
}

async function batchOf({ contender, peers }: Order): Promise<Batch> {
  switch (contender) {
    case 'wasm':
      return ours(await openWasmSearch(await calibrateSchedules(openWasmSearch, () => performance.now())));
    case 'js':
      return ours(createJsSearch());
    case 'noble':
      return perHeader((message) => blake2b(message, { dkLen: 32 }));
    case 'hash-wasm': {
      const hasher = await createBLAKE2b(256);
      return perHeader((message) => hasher.init().update(message).digest('binary'));
    }
    case 'nano-pow':
      return nanoPow(peers.nanoPowWasm);
    default:
      throw new Error(`${contender} is none of the processor's`);
  }
}

/**
 * Batches of a few milliseconds, after a warm-up of the same total length: engines compile in several tiers, the last
 * of them after a second.
 */
async function onProcessor(order: Order): Promise<Result> {
  const run = await batchOf(order);
  const fixed = order.contender === 'nano-pow';
  let count = 1 << 10;
  const warmAtMs = performance.now();
  while (performance.now() - warmAtMs < order.ms) {
    const atMs = performance.now();
    run(count);
    if (performance.now() - atMs < 10) count *= 2;
    if (fixed) break;
  }
  const startedAtMs = performance.now();
  let hashes = 0;
  for (;;) {
    hashes += run(count);
    const ms = performance.now() - startedAtMs;
    if (ms >= order.ms) return { hashes, ms };
  }
}

async function onGpu({ contender, ms, peers, shape }: Order): Promise<Result> {
  const slots = await (contender === 'wgsl'
    ? openOurs(navigator.gpu, shape)
    : openNanoPow(navigator.gpu, peers.nanoPowShader));
  return measureSlots(slots, ms);
}

self.onmessage = ({ data }: MessageEvent<Order>) => {
  const isGpu = data.contender === 'wgsl' || data.contender === 'nano-pow wgsl';
  (isGpu ? onGpu(data) : onProcessor(data)).then(
    (result) => self.postMessage(result),
    (error: unknown) => self.postMessage({ error: String(error) })
  );
};
