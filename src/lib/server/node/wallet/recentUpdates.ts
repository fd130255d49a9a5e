import type { ChainUpdate } from '$lib/api/wallet-server/schemas';
import type { BlockId } from '$lib/chain/ids';
import type { ApplyUpdate } from '$lib/chain/proof/update';

/** What a block did, as the update feed says it. */
export interface AppliedUpdate {
  readonly update: ChainUpdate<ApplyUpdate>;
  /** Approximate size as JSON. */
  readonly bytes: number;
}

/**
 * The updates that were read last. All wallets ask for those of the same few blocks, and each takes as long to work out as
 * the block took to apply. What a validated block did never changes, whatever becomes of the best chain.
 */
export class RecentUpdates {
  /** By block, the one read longest ago first. */
  readonly #updates = new Map<BlockId, AppliedUpdate>();
  #bytes = 0;

  /** @param maxBytes of all together, as JSON; a larger one is not kept */
  constructor(private readonly maxBytes: number) {}

  /** The update of a block: the one kept, or the one that `read` works out. */
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
