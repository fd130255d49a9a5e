import type { Scheduler } from '$lib/async/scheduler';
import { restMs } from '$lib/mining/grinder/tune';

/** Below full power, dispatches are submitted in bursts of as many as fit in flight, with a rest after each burst. */
export class DutyCycle {
  readonly #depth: number;
  readonly #scheduler: Scheduler;
  readonly #closed: AbortSignal;
  /** Share of the time that the GPU works, in (0, 1]. */
  #power = 1;
  #submitted = 0;
  #busyMs = 0;
  #rest: AbortController | undefined;

  /** @param depth dispatches in a burst @param closed ends a rest */
  constructor(depth: number, scheduler: Scheduler, closed: AbortSignal) {
    this.#depth = depth;
    this.#scheduler = scheduler;
    this.#closed = closed;
  }

  /** Whether another dispatch may be submitted now. */
  get isOpen(): boolean {
    return !this.#rest && (this.#power === 1 || this.#submitted < this.#depth);
  }

  onSubmitted(): void {
    this.#submitted++;
  }

  onCompleted(dispatchMs: number): void {
    this.#busyMs += dispatchMs;
  }

  /** Rests after a burst, once none of its dispatches is in flight. */
  async endBurst(): Promise<void> {
    const busyMs = this.#busyMs;
    this.#begin(0);
    if (this.#power === 1) return;
    this.#rest = new AbortController();
    await this.#scheduler.sleep(restMs(busyMs, this.#power), AbortSignal.any([this.#rest.signal, this.#closed]));
    this.#rest = undefined;
  }

  /** @param inFlight dispatches that were submitted before, which belong to the new burst */
  setPower(power: number, inFlight: number): void {
    this.#power = power;
    this.#begin(inFlight);
    this.#rest?.abort();
  }

  #begin(submitted: number): void {
    this.#submitted = submitted;
    this.#busyMs = 0;
  }
}
