import type { ChainIndex } from '$lib/chain/element/elements';
import type { VerifySignature } from '$lib/chain/policy/verifyPolicy';
import type { BlockId } from '$lib/chain/ids';
import type { Height } from '$lib/chain/time';
import { BlockRefusedError } from '../errors';
import type { ChainStore } from '../store/store';

/**
 * A block that comes with the release: up to it signatures are assumed valid, everything else is still validated. In
 * return no chain gets past its height without it, and none that has it is replaced below it; until it is reached, the
 * node does not count as synced.
 */
export class AssumedValid {
  readonly #store: ChainStore;
  readonly #block: ChainIndex;

  constructor(store: ChainStore, block: ChainIndex) {
    this.#store = store;
    this.#block = block;
  }

  /** Accepts every signature up to the block, and verifies those above it. */
  verifierAt(height: Height, verify: VerifySignature): VerifySignature {
    return this.covers(height) ? () => true : verify;
  }

  /** Whether signatures of the block at this height are not verified. */
  covers(height: Height): boolean {
    return height <= this.#block.height;
  }

  isReachedBy(tip: ChainIndex): boolean {
    return tip.height >= this.#block.height;
  }

  /** Whether the block at this height may belong to a chain with the assumed one. */
  isCompatible(id: BlockId, height: Height): boolean {
    const { height: assumedHeight, id: assumedId } = this.#block;
    if (height > assumedHeight || id === assumedId) return true;
    const isReached = this.#store.blocks.bestAt(assumedHeight) === assumedId;
    return height < assumedHeight && (!isReached || this.#store.blocks.bestAt(height) === id);
  }

  /** @throws {BlockRefusedError} `chain/checkpoint-conflict`: the block belongs to a chain without the assumed one */
  requireCompatible(id: BlockId, height: Height): void {
    if (this.isCompatible(id, height)) return;
    const assumed = `${this.#block.height}::${this.#block.id}`;
    const problem = `block ${id} at height ${height} is on a chain without the checkpoint ${assumed}`;
    throw new BlockRefusedError('chain/checkpoint-conflict', id, problem);
  }
}
