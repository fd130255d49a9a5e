import type { Height } from '$lib/chain/time';
import type { ChainStore } from '../store/store';

/** Enough for any transaction set's basis plus a reorganization. */
export const MIN_KEPT_BLOCKS = 300;
/** Heights pruned per transaction, to keep transactions short. */
const STEP = 500;
/** Heights to accumulate before pruning, so that not every new block writes old pages. */
const SLACK = 50;

/**
 * Prunes blocks more than `keep` deep, one step per call: the bodies of the best chain, whose headers, states and
 * indexed data stay, and side branches entirely. A fork from a pruned height can no longer become the best chain.
 * @returns whether there is more to prune
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
