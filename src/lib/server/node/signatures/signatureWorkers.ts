import { availableParallelism } from 'node:os';
import type { SignatureCheck } from '$lib/consensus/validate/signatureCache';
import { SignatureThread, startSignatureWorker, type StartWorker } from './signatureThread';

// Smaller batches go to one thread: at 0.1 ms per verification, waking a second one costs more than it saves, and the
// next batch goes to the less busy thread.
const CHECKS_PER_THREAD = 64;
const MAX_THREADS = Math.min(2, availableParallelism());

/** Worker threads that verify signatures, started on demand. */
export class SignatureWorkers {
  readonly #threads: readonly SignatureThread[];

  /** @param startWorker overrides how a thread is started */
  constructor(startWorker: StartWorker = startSignatureWorker) {
    this.#threads = Array.from({ length: MAX_THREADS }, () => new SignatureThread(startWorker));
  }

  /**
   * One result per check, in order.
   * @param checks none of which is platform-dependent; see `isPlatformDependent`
   */
  async verify(checks: readonly SignatureCheck[]): Promise<boolean[]> {
    const threads = Math.min(MAX_THREADS, Math.ceil(checks.length / CHECKS_PER_THREAD));
    const share = Math.ceil(checks.length / threads);
    const parts = Array.from({ length: threads }, (_, i) => checks.slice(i * share, (i + 1) * share));
    const verdicts = await Promise.all(parts.map((part) => this.#leastBusy.verify(part)));
    return verdicts.flatMap((part) => Array.from(part, (verdict) => verdict === 1));
  }

  get #leastBusy(): SignatureThread {
    return this.#threads.reduce((least, thread) => (thread.checksUnderWay < least.checksUnderWay ? thread : least));
  }

  async close(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.close()));
  }
}
