import { blockId, type Block } from '$lib/chain/block/block';
import { blockHeaderOf, isAmbiguous } from '$lib/chain/block/commitment';
import type { ChainState } from '$lib/chain/block/state';
import type { ChainIndex } from '$lib/chain/element/elements';
import type { BlockId } from '$lib/chain/ids';
import type { Network } from '$lib/chain/network/network';
import { applyHeader, revertBlock } from '$lib/consensus/apply/applyBlock';
import { EMPTY_SUPPLEMENT } from '$lib/consensus/apply/supplement';
import { ConsensusError, type RuleCode } from '$lib/consensus/errors';
import { isSufficientlyHeavier } from '$lib/consensus/state';
import { validateOrphan } from '$lib/consensus/validate/validateBlock';
import { BlockRefusedError } from '../errors';
import type { Attempt, SignatureChecker } from '../signatures/signatureChecker';
import type { ChainStore, StoredBlock } from '../store/store';
import type { AssumedValid } from './assumedValid';
import type { ChildBlocks, ValidatedBlock } from './childBlocks';

/** A change of the best chain. */
export interface TipChange {
  readonly tip: ChainIndex;
  /** Newest first. */
  readonly reverted: readonly Block[];
  /** Oldest first. */
  readonly applied: readonly Block[];
}

/** A switch to another branch, with the state after its tip. */
export interface Reorganization extends TipChange {
  readonly state: ChainState;
}

/** Signatures, which take about as much time as the rest of a full block. */
const VERIFIED_AT_ONCE = 2_000;

/** Rules checked before the body is known to be the one that the header commits to. */
const UNCOMMITTED: ReadonlySet<RuleCode> = new Set(['block/wrong-commitment', 'block/supplement']);

/** A rule violation in a block of the branch being switched to. */
class BranchError extends Error {
  /** Whether a block with the same header but another body can be valid: anyone can replace the body of a block. */
  readonly isOnlyBodyInvalid: boolean;

  constructor(
    readonly blockId: BlockId,
    block: Block,
    readonly rule: ConsensusError
  ) {
    super(rule.message);
    this.isOnlyBodyInvalid = UNCOMMITTED.has(rule.code) || isAmbiguous(block);
  }
}

export interface BranchParts {
  readonly store: ChainStore;
  readonly network: Network;
  readonly children: ChildBlocks;
  readonly signatures: SignatureChecker;
  readonly assumedValid: AssumedValid | undefined;
  readonly isInFuture: (block: Block) => boolean;
}

/** Side branches: stores their blocks, and switches to a branch that has become heavier than the best chain. */
export class Branches {
  readonly #parts: BranchParts;

  constructor(parts: BranchParts) {
    this.#parts = parts;
  }

  /**
   * Adds a block that does not simply extend the best chain, or that breaks a rule.
   * @param tip state after the tip
   * @returns the reorganization if its branch is now the best chain; otherwise, whether it was new
   * @throws {ConsensusError} a violated consensus rule {@link BlockRefusedError} any other reason
   */
  async add(block: Block, tip: ChainState): Promise<Reorganization | 'side' | 'known'> {
    const { store, children } = this.#parts;
    const id = blockId(blockHeaderOf(block));
    const existing = store.blocks.place(id);
    if (existing?.status === 'invalid')
      throw new BlockRefusedError('chain/known-invalid', id, `block ${id} is invalid`);
    if (existing?.status === 'full') return 'known';
    const state = this.#validateHeader(id, block, tip);
    if (!isSufficientlyHeavier(state, tip)) {
      if (existing) return 'known';
      store.transaction(() => children.insert(id, block, state));
      return 'side';
    }
    return this.#reorganizeTo(id, block, state, tip, existing !== undefined);
  }

  /** Runs the checks that do not need the parent's elements. @returns the state after the header */
  #validateHeader(id: BlockId, block: Block, tip: ChainState): ChainState {
    const { store, network, assumedValid, isInFuture, children } = this.#parts;
    const parent = store.blocks.place(block.parentId);
    if (parent === undefined) {
      throw new BlockRefusedError('chain/unknown-parent', id, `missing parent state for block ${id}`);
    }
    if (parent.status === 'invalid') {
      throw new BlockRefusedError('chain/invalid-ancestor', parent.id, `block ${id} extends an invalid block`);
    }
    if (isInFuture(block)) {
      throw new BlockRefusedError('chain/future-timestamp', id, 'block timestamp too far in future, discarded');
    }
    assumedValid?.requireCompatible(id, parent.height + 1);
    const state = block.parentId === tip.index.id ? tip : store.state(block.parentId)!;
    validateOrphan(network, state, block);
    return applyHeader(network, state, blockHeaderOf(block), children.ancestorTimestamp(state));
  }

  /** Makes the block the tip, reverting and applying blocks as needed. If it throws, the best chain is unchanged. */
  async #reorganizeTo(
    id: BlockId,
    block: Block,
    state: ChainState,
    tip: ChainState,
    isStored: boolean
  ): Promise<Reorganization> {
    const { store, signatures, children } = this.#parts;
    const isOneBlock = block.parentId === tip.index.id;
    try {
      return await signatures.withVerified(
        (attempt) =>
          store.transaction(() => {
            // The stored body may not match the header's commitment; the new body replaces it.
            if (isStored) store.blocks.remove(id);
            children.insert(id, block, state);
            const reached = this.#switchTo(id, tip, attempt);
            attempt.requireVerified();
            return reached;
          }),
        isOneBlock ? VERIFIED_AT_ONCE : undefined
      );
    } catch (error) {
      if (!(error instanceof BranchError)) throw error;
      this.#markInvalid(error, id, block, state);
      if (error.blockId === id) throw error.rule;
      const message = `block ${id} extends an invalid block: ${error.rule.message}`;
      throw new BlockRefusedError('chain/invalid-ancestor', error.blockId, message, { cause: error.rule });
    }
  }

  #markInvalid(
    { blockId: invalid, isOnlyBodyInvalid }: BranchError,
    id: BlockId,
    block: Block,
    state: ChainState
  ): void {
    const { store, children } = this.#parts;
    store.transaction(() => {
      // The right body may still arrive.
      if (isOnlyBodyInvalid) {
        store.blocks.remove(invalid);
        return;
      }
      if (invalid === id && store.blocks.place(id) === undefined) children.insert(id, block, state);
      store.blocks.setInvalid(invalid);
    });
  }

  /** Reverts to the fork point of the branch of `id`, then applies the branch. */
  #switchTo(id: BlockId, tip: ChainState, attempt: Attempt): Reorganization {
    const { store, children } = this.#parts;
    const { fork, branch } = this.#branchOf(id);
    const reverted: StoredBlock[] = [];
    let state = tip;
    while (state.index.id !== fork) {
      const block = store.block(state.index.id)!;
      reverted.push(block);
      state = this.#revertTip(block);
    }
    const applied: Block[] = [];
    for (const next of branch) {
      const validated = this.#validateStored(state, store.block(next)!, attempt);
      children.connect(validated);
      state = validated.applied.state;
      applied.push(validated.block);
    }
    store.changes.append(
      reverted.map((block) => block.id),
      branch
    );
    return { tip: state.index, state, reverted: reverted.map(({ block }) => block), applied };
  }

  /** The fork point of a stored block's branch, and the blocks of the branch up to it, oldest first. */
  #branchOf(id: BlockId): { readonly fork: BlockId; readonly branch: readonly BlockId[] } {
    const { store } = this.#parts;
    const branch: BlockId[] = [];
    let at = id;
    for (;;) {
      const place = store.blocks.place(at);
      if (place === undefined) {
        throw new BlockRefusedError('chain/unknown-parent', id, `missing parent state for block ${id}`);
      }
      // Its stored descendants are not marked.
      if (place.status === 'invalid') {
        throw new BlockRefusedError('chain/invalid-ancestor', at, `block ${id} extends an invalid block`);
      }
      if (store.blocks.bestAt(place.height) !== at) {
        branch.unshift(at);
        at = place.parentId;
        continue;
      }
      if (place.height + 1 >= store.firstBody) return { fork: at, branch };
      throw new BlockRefusedError('chain/fork-too-deep', id, `block ${id} is on a fork below the first stored block`);
    }
  }

  #revertTip({ block, state, supplement }: StoredBlock): ChainState {
    const { store, network } = this.#parts;
    const parent = store.state(block.parentId)!;
    const { update, treeNodes } = revertBlock(network, parent, block, supplement ?? EMPTY_SUPPLEMENT);
    const numLeaves = { before: state.elements.numLeaves, after: parent.elements.numLeaves };
    store.disconnect({ index: state.index, diffs: update, treeNodes, numLeaves });
    return parent;
  }

  /** Validates a stored block on top of its parent, unless it was validated before, and applies it. */
  #validateStored(
    parent: ChainState,
    { id, block, status, supplement }: StoredBlock,
    attempt: Attempt
  ): ValidatedBlock {
    const { store, children } = this.#parts;
    try {
      const validated = children.validate(parent, block, status === 'full' ? undefined : attempt, supplement);
      store.setChecked(id, validated.applied.state, validated.supplement);
      return validated;
    } catch (error) {
      throw error instanceof ConsensusError ? new BranchError(id, block, error) : error;
    }
  }
}
