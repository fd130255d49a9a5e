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
  /** Distance between nonces. */
  readonly nonceFactor: () => bigint;
  /** Submits a solved header. The miner continues regardless of the result. */
  readonly submit: (header: Uint8Array<ArrayBuffer>) => Promise<unknown>;
  /** Monotonic clock, milliseconds. */
  readonly now: () => number;
}

// Work is renewed even without a new tip, for a current timestamp and new transactions.
const MAX_WORK_AGE_MS = 30_000;
const RATE_WINDOW_MS = 1_000;

/** The daemon's CPU miner: one worker thread, started and stopped by API requests. */
export class CpuMiner {
  readonly #options: CpuMinerOptions;
  #worker: Worker | undefined;
  #workStartedAtMs = 0;
  #hashes = 0;
  #countedSinceMs = 0;
  #hashesPerSecond = 0;

  constructor(options: CpuMinerOptions) {
    this.#options = options;
  }

  get isMining(): boolean {
    return this.#worker !== undefined;
  }

  /** Over the last full second; 0 when stopped. */
  get hashesPerSecond(): number {
    return this.#hashesPerSecond;
  }

  /** Starts the miner if it is not running. */
  start(): void {
    if (this.#worker) return;
    const hashLibrary = createRequire(import.meta.url).resolve('hash-wasm');
    const worker = new Worker(source, {
      eval: true,
      execArgv: [],
      workerData: { hashLibrary, nonceOffset: NONCE_OFFSET }
    });
    worker.on('message', (message: FromMiner) => void this.#receive(worker, message));
    // A crash of the thread stops the miner, not the node.
    worker.on('error', () => void this.stop());
    // After the listeners: one for messages makes the thread keep the process alive again.
    worker.unref();
    this.#worker = worker;
    this.#countedSinceMs = this.#options.now();
    this.#hashes = 0;
    this.newWork();
  }

  /** Stops the miner if it is running. */
  async stop(): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    this.#hashesPerSecond = 0;
    await worker?.terminate();
  }

  /** Replaces the current work, after a change of the tip. */
  newWork(): void {
    if (!this.#worker) return;
    const unit = this.#options.getWork();
    this.#workStartedAtMs = this.#options.now();
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
    if (this.#options.now() - this.#workStartedAtMs > MAX_WORK_AGE_MS) this.newWork();
  }

  #count(hashes: number): void {
    this.#hashes += hashes;
    const elapsed = this.#options.now() - this.#countedSinceMs;
    if (elapsed < RATE_WINDOW_MS) return;
    this.#hashesPerSecond = Math.round((1000 * this.#hashes) / elapsed);
    this.#hashes = 0;
    this.#countedSinceMs += elapsed;
  }
}
