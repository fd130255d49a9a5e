import { Persisted } from './persisted.svelte';

const isStrings = (stored: unknown): stored is string[] =>
  Array.isArray(stored) && stored.every((item) => typeof item === 'string');

/**
 * Which columns of a table its reader does not want to see.
 * @param name of the table, under which they are remembered @param initial hidden until somebody chooses
 */
export const createHiddenColumns = (name: string, initial: readonly string[] = []): Persisted<readonly string[]> =>
  new Persisted(`columns:${name}`, initial, (stored) => (isStrings(stored) ? stored : undefined));
