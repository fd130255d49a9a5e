import { onTestFinished } from 'vitest';
import { createEngineHost } from '$lib/gpu/engineHost';
import type { WorkerPort } from '$lib/gpu/workerGrinder';
import type { Grinder, KernelKind, KernelTuning } from '$lib/mining/grinder/grinder';
import type { FromWorker, ToWorker } from '$lib/mining/grinder/protocol';

/**
 * A Worker with the engine host behind it in this thread; messages are cloned and delivered asynchronously, like a real
 * worker's. It ends with its test: otherwise a search would continue through all tests of the process.
 */
export class InProcessWorker implements WorkerPort {
  onmessage: ((event: MessageEvent<FromWorker>) => void) | null = null;
  onerror: ((event: ErrorEvent) => void) | null = null;
  terminated = false;
  readonly sent: ToWorker[] = [];
  readonly #host;

  constructor(open: (kind: KernelKind, tuned: KernelTuning) => Promise<Grinder>) {
    this.#host = createEngineHost(open, (message) => this.deliver(message));
    onTestFinished(() => this.terminate());
  }

  /** Delivers a message to the page as if the worker had sent it. */
  deliver(message: FromWorker): void {
    const data = structuredClone(message);
    setTimeout(() => {
      if (!this.terminated) this.onmessage?.({ data } as MessageEvent<FromWorker>);
    });
  }

  postMessage(message: ToWorker): void {
    this.sent.push(message);
    const data = structuredClone(message);
    setTimeout(() => {
      if (!this.terminated) this.#host.receive(data);
    });
  }

  terminate(): void {
    this.terminated = true;
    for (const message of this.sent) {
      if (message.type === 'grind') this.#host.receive({ type: 'abort', jobId: message.jobId });
    }
  }
}
