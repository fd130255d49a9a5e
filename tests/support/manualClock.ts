/** A clock that a test advances. */
export class ManualClock {
  #now = 0;
  #sleepers: { readonly at: number; readonly wake: () => void }[] = [];

  readonly now = (): number => this.#now;

  readonly sleep = (ms: number, signal: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      if (signal.aborted) return resolve();
      const sleeper = { at: this.#now + ms, wake: resolve };
      this.#sleepers.push(sleeper);
      signal.addEventListener('abort', () => {
        this.#sleepers = this.#sleepers.filter((other) => other !== sleeper);
        resolve();
      });
    });

  /** Advances the time and wakes due sleepers in order; each one's work finishes before the next wakes. */
  async advance(ms: number): Promise<void> {
    const end = this.#now + ms;
    for (;;) {
      const due = this.#sleepers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
      if (due === undefined) break;
      this.#now = Math.max(this.#now, due.at);
      this.#sleepers = this.#sleepers.filter((other) => other !== due);
      due.wake();
      await settle();
    }
    this.#now = end;
    await settle();
  }
}

/** Runs everything that needs neither a timer nor I/O. */
export const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** The state of a promise after {@link settle}, so that a test need not wait for one that never resolves. */
export const settled = <T>(promise: Promise<T>): Promise<T | 'pending'> =>
  Promise.race([promise, settle().then(() => 'pending' as const)]);
