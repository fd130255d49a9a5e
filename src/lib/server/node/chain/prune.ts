import type { Height } from '$lib/chain/time';
import type { ChainStore } from '../store/store';

/** Fewer would not carry the basis of every transaction set and a reorganisation. */
export const MIN_KEPT_BLOCKS = 300;
/** Heights pruned in one transaction, so that none takes long. */
const STEP = 500;
/** Pruned only when so many can be, so that not every block writes old pages. */
const SLACK = 50;

/**
 * Removes what is deeper than `keep` blocks below the tip, a part at a time: the bodies of the best chain, of which headers,
 * states and everything indexed stay, and all of other branches. One that begins there can no longer become the best chain.
 * @returns whether there may be more
 */
export function pruneBlocks(store: ChainStore, tip: Height, keep: number): boolean {
  const { firstBody } = store;
  const wanted = tip - keep + 1;
  if (wanted < firstBody + SLACK) return false;
  const to = Math.min(wanted, firstBody + STEP);
  store.transaction(() => {
    store.blocks.prune(to);
    store.setFirstBody(to);
  });
  return to < wanted;
}
