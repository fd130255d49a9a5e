import { Persisted } from '../reactive/persisted.svelte';

/** First steps with Quarry, in order of dependency. */
export const STEPS = ['node', 'wallet', 'coins', 'host', 'renter'] as const;
export type Step = (typeof STEPS)[number];

interface Stored {
  /** The user dismissed the list. */
  readonly hidden: boolean;
  /** Completed steps stay completed: a wallet may be emptied later. */
  readonly done: readonly Step[];
}

function parse(stored: unknown): Stored | undefined {
  if (typeof stored !== 'object' || stored === null || !('hidden' in stored) || !('done' in stored)) return undefined;
  const { hidden, done } = stored;
  if (typeof hidden !== 'boolean' || !Array.isArray(done)) return undefined;
  return { hidden, done: STEPS.filter((step) => done.includes(step)) };
}

/** Progress of the first steps; stored in this browser. */
export class Onboarding {
  readonly #stored = new Persisted<Stored>('onboarding', { hidden: false, done: [] }, parse);

  /** All steps are completed, or the list was dismissed. */
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

  /** Resets all steps, e.g. on another network. */
  restart(): void {
    this.#stored.value = { ...this.#stored.value, done: [] };
  }

  hide(): void {
    this.#stored.value = { ...this.#stored.value, hidden: true };
  }
}
