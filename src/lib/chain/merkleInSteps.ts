import { merkleRoot } from './merkle';

/** Leaves per step, a few milliseconds of work; a power of two, so that their roots are nodes of the tree. */
const LEAVES_PER_STEP = 1_024;

/** {@link merkleRoot} of very many leaf hashes. Yields between its steps. */
export function* merkleRootInSteps(leafHashes: readonly Uint8Array[]): Generator<void, Uint8Array> {
  const roots: Uint8Array[] = [];
  for (let from = 0; from < leafHashes.length; from += LEAVES_PER_STEP) {
    if (from > 0) yield;
    roots.push(merkleRoot(leafHashes.slice(from, from + LEAVES_PER_STEP)));
  }
  return merkleRoot(roots);
}
