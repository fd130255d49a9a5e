import { unixSeconds, type UnixSeconds } from '$lib/chain/time';
import { EMPTY_SUPPLEMENT } from '$lib/consensus/apply/supplement';
import type { Checkpoint } from '$lib/peers/sync/checkpoint';
import type { ChainStore } from '../store/store';
import { blockEvents } from './blockEvents';

/** Setting of a chain whose genesis block is not stored. */
export const GENESIS_TIMESTAMP = 'chain.genesisTimestamp';

/**
 * Stores a verified checkpoint as the first block of an empty chain, in one transaction. Of the chain before it, only
 * the state is stored: the forest's roots, which later proofs need, but no outputs, contracts or events.
 * @param genesisTimestamp of the network, as its genesis block is not stored
 */
export function startAtCheckpoint(
  store: ChainStore,
  { block, parentState, applied }: Checkpoint,
  genesisTimestamp: UnixSeconds
): void {
  const { index } = applied.state;
  store.transaction(() => {
    store.checkpoint.set({ id: index.id, parentState });
    store.settings.set(GENESIS_TIMESTAMP, String(genesisTimestamp));
    store.tree.putRoots(parentState.elements);
    store.insertBlock(index.id, block, applied.state, EMPTY_SUPPLEMENT);
    const { diffs, treeNodes } = applied;
    store.connect({ index, diffs, treeNodes, events: blockEvents(index, block, applied) });
    store.changes.append([], [index.id]);
    store.setFirstBody(index.height);
  });
}

/** Genesis timestamp of a stored chain; undefined if nothing is stored. */
export function storedGenesisTimestamp(store: ChainStore): UnixSeconds | undefined {
  const stored = store.settings.get(GENESIS_TIMESTAMP);
  if (stored !== undefined) return unixSeconds(Number(stored));
  const genesis = store.blocks.bestAt(0);
  return genesis && store.header(genesis)?.timestamp;
}
