import { AppError } from '$lib/errors';

/** Events arrived faster than the consumer read them. */
export class QueueOverflowError extends AppError {
  readonly code = 'async/overflow';

  constructor(
    /** Maximum number of queued events. */
    readonly limit: number
  ) {
    super(`More than ${limit} events were waiting to be read.`);
  }
}

export interface QueueOptions<T> {
  /** Maximum number of queued items; one more overflows the queue. */
  readonly limit?: number;
  /** Called once on overflow; returns the consumer's error. Default: {@link QueueOverflowError}. */
  readonly overflow?: () => Error;
  /** Combines two adjacent items while the queue is full; undefined if that would lose information. */
  readonly merge?: (last: T, next: T) => T | undefined;
}

const DEFAULT_LIMIT = 10_000;

/**
 * Merges several producers into one async stream: producers call `push`, one consumer iterates. `end` finishes the
 * stream after the queued items; `fail` makes the consumer throw. The queue is bounded: producers that can wait await
 * `room`. If they do not, a full queue merges items, or drops everything and fails.
 */
export class EventQueue<T> implements AsyncIterable<T> {
  readonly #limit: number;
  readonly #options: QueueOptions<T>;
  #items: T[] = [];
  /** Index of the first unread item. */
  #first = 0;
  #wake: (() => void) | undefined;
  #waiting: (() => void)[] = [];
  #ended = false;
  #failure: { error: unknown } | undefined;

  constructor(options: QueueOptions<T> = {}) {
    this.#options = options;
    this.#limit = options.limit ?? DEFAULT_LIMIT;
  }

  /** Unread items. */
  get size(): number {
    return this.#items.length - this.#first;
  }

  push(item: T): void {
    if (this.#ended) return;
    if (this.size >= this.#limit) return this.#pushFull(item);
    this.#items.push(item);
    this.#wake?.();
  }

  /** Resolves once the queue is less than half full, or has ended. */
  async room(): Promise<void> {
    if (this.#hasRoom) return;
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  end(): void {
    this.#ended = true;
    this.#wake?.();
    this.#releaseProducers();
  }

  fail(error: unknown): void {
    this.#failure ??= { error };
    this.end();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T> {
    try {
      for (;;) {
        while (this.size > 0) yield this.#shift();
        if (this.#failure) throw this.#failure.error;
        if (this.#ended) return;
        await new Promise<void>((resolve) => (this.#wake = resolve));
        this.#wake = undefined;
      }
    } finally {
      this.#items = [];
      this.#first = 0;
      this.end();
    }
  }

  get #hasRoom(): boolean {
    return this.#ended || this.size < this.#limit / 2;
  }

  #pushFull(item: T): void {
    const merged = this.#options.merge?.(this.#items.at(-1)!, item);
    if (merged !== undefined) {
      this.#items[this.#items.length - 1] = merged;
      return;
    }
    this.#items = [];
    this.#first = 0;
    const error = this.#options.overflow?.() ?? new QueueOverflowError(this.#limit);
    // The callback may have closed a source that reported its end here; the overflow is the cause.
    this.#failure = { error };
    this.end();
  }

  #shift(): T {
    const item = this.#items[this.#first++]!;
    // Array.shift() moves all later items; instead, read items are dropped in large batches.
    if (this.#first > 1024 && this.#first * 2 > this.#items.length) {
      this.#items = this.#items.slice(this.#first);
      this.#first = 0;
    }
    if (this.#waiting.length > 0 && this.#hasRoom) this.#releaseProducers();
    return item;
  }

  #releaseProducers(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resume of waiting) resume();
  }
}
