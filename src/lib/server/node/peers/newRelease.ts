import { NODE_VERSION } from '../../version';
import { forgetBans } from './hosts/bans';
import type { ChainStore } from '../store/store';

/** Setting: the release that last opened the chain. */
const RELEASE = 'chain.release';

/**
 * What another release found invalid may follow rules that it did not know, and those that it banned may have been right:
 * both are judged anew by this one.
 */
export function judgeAnew(store: ChainStore, release = NODE_VERSION): void {
  if (store.settings.get(RELEASE) === release) return;
  store.transaction(() => {
    store.blocks.removeInvalid();
    forgetBans(store.settings);
    store.settings.set(RELEASE, release);
  });
}
