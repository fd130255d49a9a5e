import type { HttpRequest } from '$lib/api/http/message';

/** Ends a call before its response: on a timeout, when the client disconnects, or when the server stops. */
export class CallEnd {
  /** Rejects when the call ends. */
  readonly reached: Promise<never>;
  readonly #request: Pick<HttpRequest, 'signal'>;
  readonly #timer;
  readonly #reject: (error: Error) => void;
  #signal: AbortController | undefined;
  #isReached = false;

  constructor(request: Pick<HttpRequest, 'signal'>, timeoutMs: number) {
    const { promise, reject } = Promise.withResolvers<never>();
    this.reached = promise;
    this.#reject = reject;
    this.#request = request;
    this.#timer = setTimeout(() => this.abort(), timeoutMs);
  }

  get isReached(): boolean {
    return this.#isReached;
  }

  /**
   * Aborts when the call ends. Created on demand: the in-process node usually responds in less time than that takes.
   */
  get signal(): AbortSignal {
    if (this.#signal) return this.#signal.signal;
    const { signal } = this.#request;
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

  /** Call this once the response has arrived. */
  forget(): void {
    clearTimeout(this.#timer);
  }
}
