import type { ChainUpdate } from '$lib/api/wallet-server/schemas';
import type { BlockId } from '$lib/chain/ids';
import type { ApplyUpdate } from '$lib/chain/proof/update';

/** A block's update in the feed. */
export interface AppliedUpdate {
  readonly update: ChainUpdate<ApplyUpdate>;
  /** Approximate size as JSON. */
  readonly bytes: number;
}

/**
 * Caches recently read updates. All wallets request those of the same few blocks, and computing one takes as long as
 * applying the block. The update of a validated block never changes, even after a reorganization.
 */
export class RecentUpdates {
  /** By block, the least recently read first. */
  readonly #updates = new Map<BlockId, AppliedUpdate>();
  #bytes = 0;

  /** @param maxBytes of all updates together, as JSON; a larger update is not cached */
  constructor(private readonly maxBytes: number) {}

  /** The update of a block, from the cache or computed by `read`. */
  of(id: BlockId, read: () => AppliedUpdate): AppliedUpdate {
    const known = this.#updates.get(id);
    const applied = known ?? read();
    if (applied.bytes > this.maxBytes) return applied;
    this.#updates.delete(id);
    this.#updates.set(id, applied);
    if (!known) this.#bytes += applied.bytes;
    this.#dropOldest();
    return applied;
  }

  #dropOldest(): void {
    for (const [id, { bytes }] of this.#updates) {
      if (this.#bytes <= this.maxBytes) return;
      this.#updates.delete(id);
      this.#bytes -= bytes;
    }
  }
}
