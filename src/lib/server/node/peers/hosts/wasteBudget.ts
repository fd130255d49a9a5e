import { MAX_BLOCK_WEIGHT } from '$lib/chain/block/maxWeight';
import type { Scheduler } from '$lib/async/scheduler';
import { hostKey } from '$lib/codec/ipAddress';

/** A burst of one full block, which takes about a second to validate. */
const MAX_WEIGHT = MAX_BLOCK_WEIGHT;
const WEIGHT_PER_SECOND = MAX_WEIGHT / 100;

interface Waste {
  readonly weight: number;
  readonly atMs: number;
}

/** Limits the invalid transactions that a host may make us validate, over all of its connections. */
export class WasteBudget {
  readonly #clock: Pick<Scheduler, 'now'>;
  /** By {@link hostKey}. */
  readonly #wasted = new Map<string, Waste>();

  constructor(clock: Pick<Scheduler, 'now'>) {
    this.#clock = clock;
  }

  isSpent(host: string): boolean {
    return this.#leftOf(this.#wasted.get(hostKey(host))) >= MAX_WEIGHT;
  }

  /** @param weight what the transactions count for in the pool: rejected ones, or those not validated yet */
  spend(host: string, weight: number): void {
    const key = hostKey(host);
    const spent = this.#leftOf(this.#wasted.get(key)) + weight;
    for (const [other, waste] of this.#wasted) if (this.#leftOf(waste) === 0) this.#wasted.delete(other);
    this.#wasted.set(key, { weight: spent, atMs: this.#clock.now() });
  }

  /** Takes back what was counted for transactions that turned out to be valid. */
  refund(host: string, weight: number): void {
    const key = hostKey(host);
    const left = this.#leftOf(this.#wasted.get(key)) - weight;
    if (left > 0) this.#wasted.set(key, { weight: left, atMs: this.#clock.now() });
    else this.#wasted.delete(key);
  }

  /** The weight that still counts. */
  #leftOf(waste: Waste | undefined): number {
    if (waste === undefined) return 0;
    const regained = ((this.#clock.now() - waste.atMs) / 1000) * WEIGHT_PER_SECOND;
    return Math.max(0, waste.weight - regained);
  }
}
