import { MAX_BLOCK_WEIGHT } from '$lib/chain/block/maxWeight';
import type { Scheduler } from '$lib/async/scheduler';

/** A full block's worth at once, which takes about a second to validate. */
const MAX_WEIGHT = MAX_BLOCK_WEIGHT;
const WEIGHT_PER_SECOND = MAX_WEIGHT / 100;

/** How much a peer may make us validate for nothing. */
export class WasteBudget {
  readonly #clock: Pick<Scheduler, 'now'>;
  #spent = 0;
  #atMs = 0;

  constructor(clock: Pick<Scheduler, 'now'>) {
    this.#clock = clock;
  }

  get isSpent(): boolean {
    return this.#spentNow() >= MAX_WEIGHT;
  }

  /** @param weight of transactions that were refused */
  spend(weight: number): void {
    this.#spent = this.#spentNow() + weight;
    this.#atMs = this.#clock.now();
  }

  #spentNow(): number {
    const regained = ((this.#clock.now() - this.#atMs) / 1000) * WEIGHT_PER_SECOND;
    return Math.max(0, this.#spent - regained);
  }
}
