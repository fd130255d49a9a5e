import { Persisted } from '../reactive/persisted.svelte';

/** First things to do with Quarry, in the order in which they build on each other. */
export const STEPS = ['node', 'wallet', 'coins', 'host', 'renter'] as const;
export type Step = (typeof STEPS)[number];

interface Stored {
  /** Whoever does not want the list any more. */
  readonly hidden: boolean;
  /** Once done, a step stays done: a wallet may be emptied again. */
  readonly done: readonly Step[];
}

function parse(stored: unknown): Stored | undefined {
  if (typeof stored !== 'object' || stored === null || !('hidden' in stored) || !('done' in stored)) return undefined;
  const { hidden, done } = stored;
  if (typeof hidden !== 'boolean' || !Array.isArray(done)) return undefined;
  return { hidden, done: STEPS.filter((step) => done.includes(step)) };
}

/** How far a newcomer has come; remembered in this browser. */
export class Onboarding {
  readonly #stored = new Persisted<Stored>('onboarding', { hidden: false, done: [] }, parse);

  /** Nothing is left to be shown: all is done, or nobody wants to see it. */
  get isOver(): boolean {
    const { hidden, done } = this.#stored.value;
    return hidden || done.length === STEPS.length;
  }

  isDone(step: Step): boolean {
    return this.#stored.value.done.includes(step);
  }

  mark(step: Step): void {
    if (this.isDone(step)) return;
    const done = STEPS.filter((known) => known === step || this.isDone(known));
    this.#stored.value = { ...this.#stored.value, done };
  }

  hide(): void {
    this.#stored.value = { ...this.#stored.value, hidden: true };
  }
}
