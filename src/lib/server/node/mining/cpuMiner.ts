import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import { NONCE_OFFSET } from '$lib/chain/block/block';
import source from './cpuMiner.worker.js?raw';

type FromMiner =
  | { readonly type: 'solved'; readonly header: Uint8Array<ArrayBuffer> }
  | { readonly type: 'hashes'; readonly count: number };

export interface CpuMinerOptions {
  /** A work unit: 32 bytes target, 80 bytes header. */
  readonly getWork: () => Uint8Array<ArrayBuffer>;
  /** What the next nonce is away from the last. */
  readonly nonceFactor: () => bigint;
  /** Takes a solved header. Whatever comes of it, the miner goes on. */
  readonly submit: (header: Uint8Array<ArrayBuffer>) => Promise<unknown>;
  /** Milliseconds, any start. */
  readonly now: () => number;
}

// Even without a new tip work gets old: its time and its transactions.
const MAX_WORK_AGE_MS = 30_000;
const RATE_WINDOW_MS = 1_000;

/** The daemon's own miner: one thread that searches, started and stopped by request. */
export class CpuMiner {
  readonly #options: CpuMinerOptions;
  #worker: Worker | undefined;
  #workSince = 0;
  #hashes = 0;
  #countedSince = 0;
  #hashesPerSecond = 0;

  constructor(options: CpuMinerOptions) {
    this.#options = options;
  }

  get isMining(): boolean {
    return this.#worker !== undefined;
  }

  /** Of the last full second; 0 when stopped. */
  get hashesPerSecond(): number {
    return this.#hashesPerSecond;
  }

  /** Starts, unless it runs. */
  start(): void {
    if (this.#worker) return;
    const hashLibrary = createRequire(import.meta.url).resolve('hash-wasm');
    const worker = new Worker(source, {
      eval: true,
      execArgv: [],
      workerData: { hashLibrary, nonceOffset: NONCE_OFFSET }
    });
    worker.unref();
    worker.on('message', (message: FromMiner) => void this.#receive(worker, message));
    // A miner that died is a miner that stopped; the node lives on.
    worker.on('error', () => void this.stop());
    this.#worker = worker;
    this.#countedSince = this.#options.now();
    this.#hashes = 0;
    this.newWork();
  }

  /** Stops, if it runs. */
  async stop(): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    this.#hashesPerSecond = 0;
    await worker?.terminate();
  }

  /** Throws the present work away, for a new tip. */
  newWork(): void {
    if (!this.#worker) return;
    const unit = this.#options.getWork();
    this.#workSince = this.#options.now();
    this.#worker.postMessage({
      target: unit.slice(0, 32),
      header: unit.slice(32),
      nonceFactor: this.#options.nonceFactor()
    });
  }

  async #receive(worker: Worker, message: FromMiner): Promise<void> {
    if (worker !== this.#worker) return;
    if (message.type === 'solved') {
      await this.#options.submit(message.header).catch(() => {});
      if (worker === this.#worker) this.newWork();
      return;
    }
    this.#count(message.count);
    if (this.#options.now() - this.#workSince > MAX_WORK_AGE_MS) this.newWork();
  }

  #count(hashes: number): void {
    this.#hashes += hashes;
    const elapsed = this.#options.now() - this.#countedSince;
    if (elapsed < RATE_WINDOW_MS) return;
    this.#hashesPerSecond = Math.round((1000 * this.#hashes) / elapsed);
    this.#hashes = 0;
    this.#countedSince += elapsed;
  }
}
