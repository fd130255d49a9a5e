import { Worker } from 'node:worker_threads';
import type { SignatureCheck } from '$lib/consensus/validate/signatureCache';
import { AppError } from '$lib/errors';
import source from './signatures.worker.js?raw';

interface Verdicts {
  readonly id: number;
  /** 1 for a valid signature, one byte per check. */
  readonly verdicts: Uint8Array;
}

/** The part of a worker that a thread uses. */
export interface SignatureWorker {
  on(event: 'message', listener: (message: Verdicts) => void): unknown;
  on(event: 'error', listener: (error: unknown) => void): unknown;
  postMessage(request: { readonly id: number; readonly checks: Uint8Array }): void;
  terminate(): Promise<unknown>;
}

export type StartWorker = () => SignatureWorker;

const CHECK_BYTES = 128;
// A thread holds 4096 keys and one batch; without limits, V8 would let garbage grow to tens of megabytes.
const RESOURCES = { maxYoungGenerationSizeMb: 2, maxOldGenerationSizeMb: 32 };

/** Starts signatures.worker.js, which keeps the process alive until it is terminated. */
export function startSignatureWorker(): SignatureWorker {
  // Without the parent's --import flags: the thread uses Node's own modules only.
  return new Worker(source, { eval: true, execArgv: [], resourceLimits: RESOURCES });
}

/** The node was stopped before these signatures were verified. */
class SignaturesClosedError extends AppError {
  readonly code = 'node/signatures-closed';
  constructor() {
    super('the node was stopped');
  }
}

/** A thread that verifies signatures: started with the first request, and again with the next one after it failed. */
export class SignatureThread {
  readonly #start: StartWorker;
  #worker: SignatureWorker | undefined;
  readonly #waiting = new Map<number, { resolve(verdicts: Uint8Array): void; reject(error: unknown): void }>();
  #nextId = 0;
  #checksUnderWay = 0;
  #isClosed = false;

  constructor(start: StartWorker) {
    this.#start = start;
  }

  get checksUnderWay(): number {
    return this.#checksUnderWay;
  }

  /** One byte per check, in order: 1 for a valid signature. Rejects if the thread fails or is closed. */
  async verify(checks: readonly SignatureCheck[]): Promise<Uint8Array> {
    this.#checksUnderWay += checks.length;
    try {
      return await this.#request(packChecks(checks));
    } finally {
      this.#checksUnderWay -= checks.length;
    }
  }

  /** Rejects what is under way, and later requests: a terminated worker answers nothing. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const worker = this.#worker;
    this.#fail(new SignaturesClosedError());
    await worker?.terminate();
  }

  #request(checks: Uint8Array): Promise<Uint8Array> {
    if (this.#isClosed) throw new SignaturesClosedError();
    const worker = (this.#worker ??= this.#started());
    const id = this.#nextId++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      worker.postMessage({ id, checks });
    });
  }

  #started(): SignatureWorker {
    const worker = this.#start();
    worker.on('message', ({ id, verdicts }) => {
      this.#waiting.get(id)?.resolve(verdicts);
      this.#waiting.delete(id);
    });
    worker.on('error', (error) => this.#fail(error));
    return worker;
  }

  #fail(error: unknown): void {
    this.#worker = undefined;
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }
}

/** Public key [0,32) · message [32,64) · signature [64,128) of each check. */
function packChecks(checks: readonly SignatureCheck[]): Uint8Array {
  const packed = new Uint8Array(checks.length * CHECK_BYTES);
  checks.forEach(({ publicKey, message, signature }, i) => {
    const at = i * CHECK_BYTES;
    if (publicKey.length !== 32 || message.length !== 32 || signature.length !== 64) {
      // V1 keys and signatures can have any length. All but the standard lengths are invalid; so is this filler (S is too
      // large).
      packed.fill(0xff, at, at + CHECK_BYTES);
      return;
    }
    packed.set(publicKey, at);
    packed.set(message, at + 32);
    packed.set(signature, at + 64);
  });
  return packed;
}
