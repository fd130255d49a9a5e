import type { HttpRequest } from '$lib/api/http/message';

/** What ends a call before its answer: the time it has, who asks, or the end of the server. */
export class CallEnd {
  /** Rejects when the call ends. */
  readonly reached: Promise<never>;
  readonly #asker: Pick<HttpRequest, 'signal'>;
  readonly #timer;
  readonly #reject: (error: Error) => void;
  #signal: AbortController | undefined;
  #isReached = false;

  constructor(asker: Pick<HttpRequest, 'signal'>, timeoutMs: number) {
    const { promise, reject } = Promise.withResolvers<never>();
    this.reached = promise;
    this.#reject = reject;
    this.#asker = asker;
    this.#timer = setTimeout(() => this.abort(), timeoutMs);
  }

  get isReached(): boolean {
    return this.#isReached;
  }

  /** Aborts when the call ends. Made when asked for: the node in this process mostly answers in less time than it takes. */
  get signal(): AbortSignal {
    if (this.#signal) return this.#signal.signal;
    const { signal } = this.#asker;
    this.#signal = new AbortController();
    if (this.#isReached || signal.aborted) this.abort();
    else signal.addEventListener('abort', () => this.abort(), { once: true });
    return this.#signal.signal;
  }

  abort(): void {
    this.#isReached = true;
    this.#signal?.abort();
    this.#reject(new DOMException('The call has ended', 'AbortError'));
  }

  /** The answer is there. */
  forget(): void {
    clearTimeout(this.#timer);
  }
}
