import { Persisted } from './persisted.svelte';

const isStrings = (stored: unknown): stored is string[] =>
  Array.isArray(stored) && stored.every((item) => typeof item === 'string');

/**
 * The hidden columns of a table.
 * @param name storage key of the table @param initial hidden by default
 */
export const createHiddenColumns = (name: string, initial: readonly string[] = []): Persisted<readonly string[]> =>
  new Persisted(`columns:${name}`, initial, (stored) => (isStrings(stored) ? stored : undefined));
