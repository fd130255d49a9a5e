import { MessageChannel, receiveMessageOnPort, Worker, type MessagePort } from 'node:worker_threads';
import source from './writer.worker.js?raw';

/** Sent when a batch is stored or has failed, then with SQLite's error. */
interface BatchEnd {
  readonly error?: { readonly message: string; readonly errcode?: number };
  /** The batch's memory. */
  readonly memory?: ArrayBuffer;
}

// None of the parent's --import flags: the thread uses Node's own modules only. Older versions warn of node:sqlite.
const FLAGS = ['--disable-warning=ExperimentalWarning'];

/** Starts a thread for a file. @param statements by their number in a batch */
export type StartWriter = (path: string, statements: readonly string[]) => WriterThread;

/** Starts writer.worker.js, which keeps the process alive until it is closed. */
export const startWriter: StartWriter = (path, statements) => new WriterThread(path, statements);

/** A thread that makes changes of a database, one batch at a time. */
export class WriterThread {
  readonly #port: MessagePort;
  /** Number of batches that have ended. */
  readonly #ended = new Int32Array(new SharedArrayBuffer(4));
  #begun = 0;
  /** Of batches that have ended: garbage collection would take long to notice megabytes outside the heap. */
  readonly #memory: ArrayBuffer[] = [];

  /** @param path the file @param statements by their number in a batch */
  constructor(path: string, statements: readonly string[]) {
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    const workerData = { path, statements, ended: this.#ended, port: port2 };
    new Worker(source, { eval: true, execArgv: FLAGS, workerData, transferList: [port2] });
  }

  /** @param runs packed; they are moved to the thread */
  begin(runs: Uint8Array<ArrayBuffer>): void {
    this.#begun++;
    this.#port.postMessage(runs, [runs.buffer]);
  }

  /** Memory for a further batch, if there is some. */
  takeMemory(): ArrayBuffer | undefined {
    return this.#memory.pop();
  }

  /** Begins to write the log back into the file, in place of a batch. */
  checkpoint(): void {
    this.#begun++;
    this.#port.postMessage('checkpoint');
  }

  /** Whether the batch begun last has not ended. */
  get isAtWork(): boolean {
    return Atomics.load(this.#ended, 0) !== this.#begun;
  }

  /** Resolves once the batch begun last has ended. */
  async ended(): Promise<void> {
    const waiting = Atomics.waitAsync(this.#ended, 0, this.#begun - 1);
    await waiting.value;
  }

  /** Blocks until the batch begun last has ended. @returns its error, if it failed */
  wait(): unknown {
    Atomics.wait(this.#ended, 0, this.#begun - 1);
    const { error, memory } = (receiveMessageOnPort(this.#port) as { message: BatchEnd }).message;
    if (memory) this.#memory.push(memory);
    return error && Object.assign(new Error(error.message), error);
  }

  /** Closes its connection to the file, which ends the thread. */
  close(): void {
    this.#begun++;
    this.#port.postMessage('close');
    this.wait();
    this.#port.close();
  }
}
