import type { Block } from '$lib/chain/block/block';
import type { ChainState } from '$lib/chain/block/state';
import type { ChainStore } from '../store/store';

/** Blocks that became the tip, one after the other. */
export interface AppendedBlocks {
  readonly applied: readonly Block[];
  /** After the last one. */
  readonly state: ChainState;
}

export interface BlocksAheadParts {
  readonly store: ChainStore;
  /** Validates blocks on top of a state and stores them, up to the first one that is not known to be valid. */
  readonly append: (blocks: readonly Block[], parent: ChainState) => AppendedBlocks;
  /** Whether a child of the state may have V1 transactions, which refer to what their parents changed. */
  readonly mayHaveV1: (parent: ChainState) => boolean;
  /** Called when blocks are stored. */
  readonly onStored: (blocks: AppendedBlocks) => void;
}

/**
 * Blocks validated before their parents are stored: another thread stores those meanwhile. Only for blocks whose
 * signatures are assumed valid, and whose difficulty follows from the state after their parent.
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
    const { store, append, mayHaveV1 } = this.#parts;
    let added: AppendedBlocks = { applied: [], state: this.#head ?? tip };
    const recorded = store.record(() => (added = append(blocks, added.state)), mayHaveV1(added.state));
    await this.stored();
    if (added.applied.length === 0) return 0;
    store.send(recorded, (error) => this.#onEnd(error, added));
    this.#head = added.state;
    return added.applied.length;
  }

  #onEnd(error: unknown, added: AppendedBlocks): void {
    this.#head = undefined;
    this.#failure = error;
    if (error !== undefined) return;
    try {
      this.#parts.onStored(added);
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
