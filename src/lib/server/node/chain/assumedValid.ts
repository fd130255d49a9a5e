import type { ChainIndex } from '$lib/chain/element/elements';
import { acceptSignature, type VerifySignature } from '$lib/chain/policy/verifyPolicy';
import type { BlockId } from '$lib/chain/ids';
import type { Height } from '$lib/chain/time';
import { BlockRefusedError } from '../errors';
import type { ChainStore } from '../store/store';

/**
 * A block that ships with the release: signatures up to it are assumed valid; everything else is still validated. In
 * return, no chain without the block may reach its height, and once the best chain contains it, forks below it are
 * rejected. The node does not count as synced until its chain contains the block. All of that also holds if the
 * signatures are verified anyway: a heavier chain without the block is cheap to make far below it.
 */
export class AssumedValid {
  readonly block: ChainIndex;
  readonly #store: ChainStore;
  readonly #verifiesAll: boolean;

  /** @param verifiesAll whether signatures are verified up to the block, too */
  constructor(store: ChainStore, block: ChainIndex, verifiesAll: boolean) {
    this.#store = store;
    this.block = block;
    this.#verifiesAll = verifiesAll;
  }

  /** A verifier that accepts every signature up to the block and verifies those above it. */
  verifierAt(height: Height, verify: VerifySignature): VerifySignature {
    return this.covers(height) ? acceptSignature : verify;
  }

  /** Whether signatures are assumed valid at this height. */
  covers(height: Height): boolean {
    return !this.#verifiesAll && height <= this.block.height;
  }

  isReachedBy(tip: ChainIndex): boolean {
    return tip.height >= this.block.height;
  }

  /** Whether the block can be on a chain that contains the assumed block. */
  isCompatible(id: BlockId, height: Height): boolean {
    const { height: assumedHeight, id: assumedId } = this.block;
    if (height > assumedHeight || id === assumedId) return true;
    const isReached = this.#store.blocks.bestAt(assumedHeight) === assumedId;
    return height < assumedHeight && (!isReached || this.#store.blocks.bestAt(height) === id);
  }

  /** @throws {BlockRefusedError} `chain/checkpoint-conflict`: the block is on a chain without the assumed block */
  requireCompatible(id: BlockId, height: Height): void {
    if (this.isCompatible(id, height)) return;
    const assumed = `${this.block.height}::${this.block.id}`;
    const problem = `block ${id} at height ${height} is on a chain without the checkpoint ${assumed}`;
    throw new BlockRefusedError('chain/checkpoint-conflict', id, problem);
  }
}
