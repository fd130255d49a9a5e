import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { verifySignature } from '$lib/chain/keys/verifySignature';
import type { SignatureCheck } from '$lib/consensus/validate/signatureCache';
import source from './signatures.worker.js?raw';
import { isSmallOrderKey } from './smallOrderKeys';

const CHECK_BYTES = 128;
// Smaller batches go to one thread: at 0.1 ms per verification, waking a second one costs more than it saves, and the
// next batch goes to the less busy thread.
const CHECKS_PER_THREAD = 64;
// A thread holds 4096 keys and one batch; without limits, V8 would let garbage grow to tens of megabytes.
const RESOURCES = { maxYoungGenerationSizeMb: 2, maxOldGenerationSizeMb: 32 };
const MAX_THREADS = Math.min(2, availableParallelism());

interface Verdicts {
  readonly id: number;
  readonly verdicts: Uint8Array;
}

/** Worker threads that verify signatures, started on demand. */
export class SignatureWorkers {
  readonly #threads: Worker[] = [];
  readonly #waiting = new Map<number, { resolve(verdicts: Uint8Array): void; reject(error: unknown): void }>();
  /** By thread. */
  readonly #checksUnderWay: number[] = Array.from({ length: MAX_THREADS }, () => 0);
  #nextId = 0;

  /** One result per check, in order. */
  async verify(checks: readonly SignatureCheck[]): Promise<boolean[]> {
    const verdicts = await this.#verifyOnThreads(checks);
    return verdicts.map((verdict, i) => {
      const { publicKey, message, signature } = checks[i]!;
      // Node's verifier rejects these keys, which the network accepts. They are practically unused, so slow is fine.
      return verdict || (isSmallOrderKey(publicKey) && verifySignature(publicKey, message, signature));
    });
  }

  async #verifyOnThreads(checks: readonly SignatureCheck[]): Promise<boolean[]> {
    const threads = Math.min(MAX_THREADS, Math.ceil(checks.length / CHECKS_PER_THREAD));
    const share = Math.ceil(checks.length / threads);
    const parts = Array.from({ length: threads }, (_, i) => checks.slice(i * share, (i + 1) * share));
    const verdicts = await Promise.all(parts.map((part) => this.#onFreestThread(part)));
    return verdicts.flatMap((part) => Array.from(part, (verdict) => verdict === 1));
  }

  async close(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.terminate()));
  }

  async #onFreestThread(checks: readonly SignatureCheck[]): Promise<Uint8Array> {
    const i = this.#checksUnderWay.indexOf(Math.min(...this.#checksUnderWay));
    this.#checksUnderWay[i]! += checks.length;
    try {
      return await this.#request(this.#thread(i), checks);
    } finally {
      this.#checksUnderWay[i]! -= checks.length;
    }
  }

  #request(thread: Worker, checks: readonly SignatureCheck[]): Promise<Uint8Array> {
    const packed = new Uint8Array(checks.length * CHECK_BYTES);
    checks.forEach(({ publicKey, message, signature }, i) => {
      const at = i * CHECK_BYTES;
      if (publicKey.length !== 32 || message.length !== 32 || signature.length !== 64) {
        // V1 keys and signatures can have any length. All but the standard lengths are invalid; so is this filler (S is
        // too large).
        packed.fill(0xff, at, at + CHECK_BYTES);
        return;
      }
      packed.set(publicKey, at);
      packed.set(message, at + 32);
      packed.set(signature, at + 64);
    });
    const id = this.#nextId++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      thread.postMessage({ id, checks: packed });
    });
  }

  #thread(i: number): Worker {
    const running = this.#threads[i];
    if (running) return running;
    // Without the parent's --import flags: the thread uses Node's own modules only.
    const thread = new Worker(source, { eval: true, execArgv: [], resourceLimits: RESOURCES });
    thread.unref();
    thread.on('message', ({ id, verdicts }: Verdicts) => {
      this.#waiting.get(id)?.resolve(verdicts);
      this.#waiting.delete(id);
    });
    thread.on('error', (error) => {
      for (const { reject } of this.#waiting.values()) reject(error);
      this.#waiting.clear();
      this.#threads.splice(this.#threads.indexOf(thread), 1);
    });
    this.#threads[i] = thread;
    return thread;
  }
}
