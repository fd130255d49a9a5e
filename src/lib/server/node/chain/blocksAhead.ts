import type { Block } from '$lib/chain/block/block';
import type { ChainState } from '$lib/chain/block/state';
import type { ChainStore } from '../store/store';
import type { ValidatedBlock } from './childBlocks';

export interface BlocksAheadParts {
  readonly store: ChainStore;
  /** Validates a block on top of a state. @returns undefined unless it is known to be its valid child */
  readonly validateNext: (state: ChainState, block: Block | undefined) => ValidatedBlock | undefined;
  /** Stores a validated block and makes it the tip. */
  readonly append: (child: ValidatedBlock) => void;
  /** Called when blocks are stored, with the state after the last one. */
  readonly onStored: (state: ChainState, blocks: readonly Block[]) => void;
}

/**
 * Blocks validated before their parents are stored: another thread stores those meanwhile. Only for blocks whose
 * validation reads nothing that their parents changed: they have no V1 transactions, and their signatures are assumed
 * valid.
 */
export class BlocksAhead {
  readonly #parts: BlocksAheadParts;
  /** State after the last block that was sent to be stored. */
  #head: ChainState | undefined;
  #failure: unknown;

  constructor(parts: BlocksAheadParts) {
    this.#parts = parts;
  }

  /** State after the last block; undefined if all are stored. */
  get head(): ChainState | undefined {
    return this.#head;
  }

  /**
   * Validates blocks on top of the last one, or of the tip's state if all are stored, and has them stored. Stops before
   * the first one that is invalid.
   * @returns their number; if 0, all earlier ones are stored
   * @throws {NotStoredError} earlier ones could not be stored, nor these
   */
  async extend(blocks: readonly Block[], tip: ChainState): Promise<number> {
    const { store, validateNext, append, onStored } = this.#parts;
    let state = this.#head ?? tip;
    const valid: Block[] = [];
    const recorded = store.record(() => {
      let child = validateNext(state, blocks[0]);
      while (child !== undefined) {
        append(child);
        valid.push(child.block);
        ({ state } = child.applied);
        child = validateNext(state, blocks[valid.length]);
      }
    });
    await this.stored();
    if (valid.length === 0) return 0;
    store.send(recorded, (error) => this.#onEnd(error, () => onStored(state, valid)));
    this.#head = state;
    return valid.length;
  }

  #onEnd(error: unknown, onStored: () => void): void {
    this.#head = undefined;
    this.#failure = error;
    if (error !== undefined) return;
    try {
      onStored();
    } catch (cause) {
      // Not thrown here: whoever waited for the other thread has nothing to do with these blocks.
      this.#failure = cause;
    }
  }

  /**
   * Resolves once all are stored.
   * @throws {NotStoredError}
   */
  async stored(): Promise<void> {
    await this.#parts.store.sent();
    const error = this.#failure;
    this.#failure = undefined;
    if (error !== undefined) throw error;
  }
}
