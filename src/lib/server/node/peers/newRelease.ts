import { NODE_VERSION } from '../../version';
import { forgetBans } from './hosts/bans';
import type { ChainStore } from '../store/store';

/** Setting: the release that last opened the chain. */
const RELEASE = 'chain.release';

/**
 * Clears invalid marks and bans if they were made by another release: the blocks may follow rules that it did not know,
 * and the peers it banned may have been right.
 */
export function clearOldVerdicts(store: ChainStore, release = NODE_VERSION): void {
  if (store.settings.get(RELEASE) === release) return;
  store.transaction(() => {
    store.blocks.removeInvalid();
    forgetBans(store.settings);
    store.settings.set(RELEASE, release);
  });
}
