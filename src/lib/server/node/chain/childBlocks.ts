import { blockId, type Block } from '$lib/chain/block/block';
import { blockHeaderOf } from '$lib/chain/block/commitment';
import type { ChainState } from '$lib/chain/block/state';
import type { BlockId } from '$lib/chain/ids';
import type { Network } from '$lib/chain/network/network';
import type { UnixSeconds } from '$lib/chain/time';
import { CodecError } from '$lib/codec/errors';
import { applyBlock, type AppliedBlock } from '$lib/consensus/apply/applyBlock';
import { EMPTY_SUPPLEMENT, type BlockSupplement } from '$lib/consensus/apply/supplement';
import { childHeight, genesisState } from '$lib/consensus/state';
import { validateBlock, type ValidationOptions } from '$lib/consensus/validate/validateBlock';
import { BlockRefusedError } from '../errors';
import type { ChainEvent } from '../store/eventData';
import type { ChainStore } from '../store/store';
import { ancestorTimestamp } from './ancestors';
import type { AssumedValid } from './assumedValid';
import { blockEvents } from './blockEvents';
import { supplementBlock } from './supplement';

/** A valid block, and its effects on the state before it. */
export interface ValidatedBlock {
  readonly id: BlockId;
  readonly block: Block;
  readonly supplement: BlockSupplement;
  readonly applied: AppliedBlock;
  readonly events: readonly ChainEvent[];
}

/** Validates blocks as children of the stored tip, and makes them the tip. Call what stores within a transaction. */
export class ChildBlocks {
  readonly #store: ChainStore;
  readonly #network: Network;
  readonly #assumedValid: AssumedValid | undefined;

  constructor(store: ChainStore, network: Network, assumedValid: AssumedValid | undefined) {
    this.#store = store;
    this.#network = network;
    this.#assumedValid = assumedValid;
  }

  /**
   * Validates a block on top of its parent, whose elements are stored, and applies it.
   * @param options undefined if it was validated before
   * @throws {ConsensusError}
   */
  validate(
    parent: ChainState,
    block: Block,
    options: ValidationOptions | undefined,
    supplement = supplementBlock(this.#store, this.#network, parent, block)
  ): ValidatedBlock {
    const validatedEffects =
      options &&
      validateBlock(this.#network, parent, block, supplement, {
        ...options,
        verifySignature:
          this.#assumedValid?.verifierAt(childHeight(parent), options.verifySignature) ?? options.verifySignature
      });
    const applied = applyBlock(this.#network, parent, block, supplement, {
      ancestorTimestamp: this.ancestorTimestamp(parent),
      validatedEffects
    });
    const { index } = applied.state;
    return { id: index.id, block, supplement, applied, events: blockEvents(index, block, applied) };
  }

  /** Stores a block and makes it the tip. */
  append(validated: ValidatedBlock): void {
    const { id, block, supplement, applied } = validated;
    // A stored body may not match the header's commitment; the new body replaces it.
    this.#store.blocks.remove(id);
    this.insert(id, block, applied.state, supplement);
    this.connect(validated);
    this.#store.changes.append([], [id]);
  }

  /**
   * Stores a block without making it the tip.
   * @param supplement given for a fully validated block
   * @throws {BlockRefusedError} `chain/malformed`
   */
  insert(id: BlockId, block: Block, state: ChainState, supplement?: BlockSupplement): void {
    try {
      this.#store.insertBlock(id, block, state, supplement);
    } catch (error) {
      // Malformed proofs: the block cannot be encoded.
      if (error instanceof CodecError) {
        throw new BlockRefusedError('chain/malformed', id, `block ${id} is malformed`, { cause: error });
      }
      throw error;
    }
  }

  /** Makes a stored block the tip. */
  connect({ applied, events }: ValidatedBlock): void {
    const { state, diffs, treeNodes } = applied;
    this.#store.connect({ index: state.index, diffs, treeNodes, events });
  }

  /** Stores the first block. @returns the state after it */
  appendGenesis(genesis: Block): ChainState {
    const id = blockId(blockHeaderOf(genesis));
    const applied = applyBlock(this.#network, genesisState(this.#network), genesis, EMPTY_SUPPLEMENT);
    const events = blockEvents(applied.state.index, genesis, applied);
    this.append({ id, block: genesis, supplement: EMPTY_SUPPLEMENT, applied, events });
    return applied.state;
  }

  /** See {@link ancestorTimestamp}. */
  ancestorTimestamp(state: ChainState): UnixSeconds | undefined {
    return ancestorTimestamp(this.#store, this.#network, state);
  }
}
