import { getContext, setContext } from 'svelte';

/** Runs an action that leaves the page, after a confirmation if something would be lost. */
type Ask = (go: () => unknown) => unknown;

/** The page's unsaved input. Asked before an action whose effects precede the navigation, such as signing out. */
export class LeaveGuards {
  readonly #asks = new Set<Ask>();

  /** @returns removes it */
  add(ask: Ask): () => void {
    this.#asks.add(ask);
    return () => void this.#asks.delete(ask);
  }

  /** Runs the action, after a confirmation by each part of the page with unsaved input. */
  ask(go: () => unknown): void {
    const ask = [...this.#asks].reduceRight<() => unknown>((next, guard) => () => guard(next), go);
    ask();
  }
}

const KEY = Symbol('leave guards');

/** Provides them to descendants of the calling component. */
export const setLeaveGuards = (guards: LeaveGuards): LeaveGuards => setContext(KEY, guards);
export const getLeaveGuards = (): LeaveGuards | undefined => getContext<LeaveGuards | undefined>(KEY);
