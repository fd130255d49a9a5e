import type { Scheduler } from '$lib/async/scheduler';

/** Fraction of the timeout without a written packet after which a keepalive is due. */
const DUE_AFTER = 0.75;
/** Instead of the fourth consecutive keepalive, the connection ends. */
const PATIENCE = 4;

/**
 * Keeps an idle connection open for a while. Stream traffic in either direction extends the time; received keepalives
 * do not.
 */
export class Keepalive {
  readonly #clock: Pick<Scheduler, 'now' | 'sleep'>;
  readonly #intervalMs: number;
  #left = PATIENCE;
  #lastSent: number;

  constructor(clock: Pick<Scheduler, 'now' | 'sleep'>, timeoutMs: number) {
    this.#clock = clock;
    this.#intervalMs = timeoutMs * DUE_AFTER;
    this.#lastSent = clock.now();
  }

  /** A frame of a stream was sent. */
  onSent(): void {
    this.#left = PATIENCE;
    this.#lastSent = this.#clock.now();
  }

  /** A frame of a stream was received. */
  onReceived(): void {
    this.#left = PATIENCE;
  }

  /**
   * Sends keepalives when they are due.
   * @returns true if the connection should be ended; false if the signal aborted
   */
  async run(send: () => void, signal: AbortSignal): Promise<boolean> {
    while (!signal.aborted) {
      const idleMs = this.#clock.now() - this.#lastSent;
      if (idleMs < this.#intervalMs) {
        await this.#clock.sleep(this.#intervalMs - idleMs, signal);
        continue;
      }
      if (--this.#left === 0) return true;
      send();
      this.#lastSent = this.#clock.now();
    }
    return false;
  }
}
