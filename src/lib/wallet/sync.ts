import type { Address } from '../chain/address';
import type { Block } from '../chain/block';
import type { Hash256 } from '../chain/ids';
import type { ApplyUpdate, RevertUpdate } from '../chain/update';
import type { CacheChanges, CacheState, WalletCache } from './cache';
import type { WalletEvent } from './walletEvent';

/** A block of the update feed: what it changed, and the state after it (of a reverted one: of its parent). */
export interface FeedEntry<Update> {
  readonly update: Update;
  readonly state: CacheState;
  readonly block: Block;
}

/** Changes since an index: `reverted` first, newest first, then `applied`. */
export interface Feed {
  readonly reverted: readonly FeedEntry<RevertUpdate>[];
  readonly applied: readonly FeedEntry<ApplyUpdate>[];
}

export interface SyncChanges extends CacheChanges {
  /** An id may be removed and added: its transaction moved to another block. Remove first. */
  readonly events: { readonly added: readonly WalletEvent[]; readonly removed: readonly Hash256[] };
}

/**
 * The cache after the changes of a feed. New and spent outputs are found here, proofs are carried, reverted blocks
 * undone. The cost is that of the blocks, whatever the wallet holds.
 * @throws {FeedError} a feed that does not continue the cache, or contradicts itself: the server is wrong
 */
export declare function applyUpdates(
  cache: WalletCache,
  feed: Feed,
  own: { has(address: Address): boolean }
): { cache: WalletCache; changes: SyncChanges };
