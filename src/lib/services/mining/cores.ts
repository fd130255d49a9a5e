/** Cores that mining uses: the chosen number, or all but one, which is left to the page and other programs. */
export const coresInUse = (chosen: number | undefined, available: number): number =>
  Math.min(chosen ?? Math.max(1, available - 1), available);

/** Numbers of cores to choose from, ascending: fractions of all cores, all but one, and all. */
export function coreChoices(available: number): number[] {
  const parts = [1 / 4, 1 / 2, 3 / 4].map((part) => Math.round(available * part));
  return [...new Set([1, ...parts, available - 1, available])].filter((cores) => cores > 0).sort((a, b) => a - b);
}

/** Decodes a stored number of cores; undefined if invalid. */
export const parseCores = (stored: unknown): number | undefined =>
  typeof stored === 'number' && Number.isSafeInteger(stored) && stored > 0 ? stored : undefined;
