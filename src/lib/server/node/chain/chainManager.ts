import { blockId, type Block } from '$lib/chain/block/block';
import { blockHeaderOf } from '$lib/chain/block/commitment';
import type { ChainIndex } from '$lib/chain/element/elements';
import type { BlockId } from '$lib/chain/ids';
import type { Network } from '$lib/chain/network/network';
import type { ChainState } from '$lib/chain/block/state';
import type { UnixSeconds } from '$lib/chain/time';
import { applyBlock, applyHeader, revertBlock, type AppliedBlock } from '$lib/consensus/apply/applyBlock';
import type { BlockEffects } from '$lib/consensus/apply/blockEffects';
import { ancestorHeight } from '$lib/consensus/difficulty';
import { ConsensusError } from '$lib/consensus/errors';
import { ValidatedTransactionCache } from '$lib/consensus/validate/validatedTransactionCache';
import { childHeight, genesisState, isSufficientlyHeavier } from '$lib/consensus/state';
import { EMPTY_SUPPLEMENT, type BlockSupplement } from '$lib/consensus/apply/supplement';
import { validateBlock, validateOrphan } from '$lib/consensus/validate/validateBlock';
import { CodecError } from '$lib/codec/errors';
import { blockEvents } from './blockEvents';
import type { ChainEvent } from '../store/eventData';
import { BlockRefusedError } from '../errors';
import type { Attempt, SignatureChecker } from '../signatures/signatureChecker';
import type { ChainStore, StoredBlock } from '../store/store';
import { supplementBlock } from './supplement';

/** What became of a block: new tip, kept beside the best chain, or there already. */
export type BlockOutcome = 'best' | 'side' | 'known';

/** A switch of the best chain. */
export interface TipChange {
  readonly tip: ChainIndex;
  /** Newest first. */
  readonly reverted: readonly Block[];
  /** Oldest first. */
  readonly applied: readonly Block[];
}

export interface ChainManagerOptions {
  readonly store: ChainStore;
  readonly network: Network;
  readonly genesis: Block;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  readonly signatures: SignatureChecker;
}

// Further ahead than this a block is refused, though it may be right one day.
export const MAX_FUTURE_SECONDS = 3 * 60 * 60;

/** A block that passed every check, and what it does to the state before it. */
interface JudgedBlock {
  readonly id: BlockId;
  readonly block: Block;
  readonly supplement: BlockSupplement;
  readonly applied: AppliedBlock;
  readonly events: readonly ChainEvent[];
}

/** A rule broken by one block of a branch that was to become the best chain. */
class BranchError extends Error {
  constructor(
    readonly blockId: BlockId,
    readonly rule: ConsensusError
  ) {
    super(rule.message);
  }
}

/**
 * The best chain: takes blocks, keeps every branch, and follows the heaviest. A block and all it changes are stored in
 * one transaction, a change of branch in one too, so that whatever ends the process leaves a whole chain behind.
 */
export class ChainManager {
  readonly network: Network;
  readonly genesisId: BlockId;
  /** What waits for a block, as the pool found it valid: a block that holds it is judged the faster. */
  readonly judged = new ValidatedTransactionCache();
  readonly #store: ChainStore;
  readonly #clock: () => number;
  readonly #signatures: SignatureChecker;
  readonly #listeners = new Set<(change: TipChange) => void>();
  #state: ChainState;
  /** A block found valid as a child of its parent; its place in the chain does not change that. */
  #judged: JudgedBlock | undefined;
  #queue: Promise<unknown> = Promise.resolve();

  constructor({ store, network, genesis, clock, signatures }: ChainManagerOptions) {
    this.#store = store;
    this.network = network;
    this.#clock = clock;
    this.#signatures = signatures;
    this.genesisId = blockId(blockHeaderOf(genesis));
    const tip = store.blocks.tip();
    this.#state = tip === undefined ? this.#storeGenesis(genesis) : store.state(tip.id)!;
  }

  /** State after the tip. */
  get state(): ChainState {
    return this.#state;
  }

  get tip(): ChainIndex {
    return this.#state.index;
  }

  /** Calls `listener` after every change of the tip; returns the way to stop that. */
  onTip(listener: (change: TipChange) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * Judges a block and keeps it. Blocks are taken one after the other, in the order of the calls.
   * @throws {ConsensusError} a rule of the network; {@link BlockRefusedError} any other reason
   */
  addBlock(block: Block): Promise<BlockOutcome> {
    const turn = this.#queue.then(() => this.#add(block));
    this.#queue = turn.catch(() => {});
    return turn;
  }

  async #add(block: Block): Promise<BlockOutcome> {
    this.#catchUp();
    const id = blockId(blockHeaderOf(block));
    const known = this.#store.blocks.place(id);
    if (known?.status === 'invalid') throw new BlockRefusedError('chain/known-invalid', id, `block ${id} is invalid`);
    if (known?.status === 'full') return 'known';
    const state = this.#judgeHeader(id, block);
    if (!isSufficientlyHeavier(state, this.#state)) {
      if (known) return 'known';
      this.#store.transaction(() => this.#insert(id, block, state));
      return 'side';
    }
    await this.#switchTo(id, block, state, known !== undefined);
    return 'best';
  }

  /** Takes over what another process added to the same file, should there be one. */
  #catchUp(): void {
    const tip = this.#store.blocks.tip()!;
    if (tip.id === this.#state.index.id) return;
    this.#store.forget();
    this.#state = this.#store.state(tip.id)!;
    for (const listener of this.#listeners) listener({ tip, reverted: [], applied: [] });
  }

  /** Everything that can be said of the block without its parent's elements; the state its header leads to. */
  #judgeHeader(id: BlockId, block: Block): ChainState {
    const parent = this.#store.blocks.place(block.parentId);
    if (parent === undefined) {
      throw new BlockRefusedError('chain/unknown-parent', id, `missing parent state for block ${id}`);
    }
    if (parent.status === 'invalid') {
      throw new BlockRefusedError('chain/invalid-ancestor', id, `block ${id} extends an invalid block`);
    }
    if (block.timestamp > this.#clock() / 1000 + MAX_FUTURE_SECONDS) {
      throw new BlockRefusedError('chain/future-timestamp', id, 'block timestamp too far in future, discarded');
    }
    const state = block.parentId === this.#state.index.id ? this.#state : this.#store.state(block.parentId)!;
    validateOrphan(this.network, state, block);
    return applyHeader(this.network, state, blockHeaderOf(block), this.#ancestorTimestamp(state));
  }

  #insert(id: BlockId, block: Block, state: ChainState): void {
    try {
      if (this.#judged?.id === id)
        this.#store.insertBlock(id, block, this.#judged.applied.state, this.#judged.supplement);
      else this.#store.insertBlock(id, block, state);
    } catch (error) {
      // Proofs so broken that the block has no binary form.
      if (error instanceof CodecError) {
        throw new BlockRefusedError('chain/malformed', id, `block ${id} is malformed`, { cause: error });
      }
      throw error;
    }
  }

  /** Makes the block the tip, whatever has to be reverted and applied for it; or throws and changes nothing. */
  async #switchTo(id: BlockId, block: Block, state: ChainState, isStored: boolean): Promise<void> {
    await this.#prevalidate(id, block);
    try {
      const change = await this.#signatures.settle((attempt) =>
        this.#store.transaction(() => {
          // A branch may have been stored with another body than its header commits to; the newest body counts.
          if (isStored) this.#store.blocks.remove(id);
          this.#insert(id, block, state);
          const reached = this.#followTo(id, attempt);
          attempt.requireSettled();
          return reached;
        })
      );
      this.#state = change.state;
      for (const listener of this.#listeners) listener(change);
    } catch (error) {
      if (!(error instanceof BranchError)) throw error;
      this.#rememberInvalid(error, id, block, state);
      if (error.blockId === id) throw error.rule;
      const message = `block ${id} extends an invalid block: ${error.rule.message}`;
      throw new BlockRefusedError('chain/invalid-ancestor', id, message, { cause: error.rule });
    }
  }

  /**
   * Validates a block on the tip and works out what it does before anything is stored, its signatures on other threads
   * meanwhile: then storing takes one pass. What is wrong with a block is told when it is stored.
   */
  async #prevalidate(id: BlockId, block: Block): Promise<void> {
    const parent = this.#state;
    this.#judged = undefined;
    if (block.parentId !== parent.index.id) return;
    const supplement = supplementBlock(this.#store, this.network, parent, block);
    let judged: JudgedBlock | undefined;
    const isValid = await this.#signatures.passes((verifySignature) => {
      const effects = validateBlock(this.network, parent, block, supplement, {
        verifySignature,
        validated: this.judged
      });
      const ancestor = this.#ancestorTimestamp(parent);
      const applied = applyBlock(this.network, parent, block, supplement, {
        ancestorTimestamp: ancestor,
        validatedEffects: effects
      });
      judged = { id, block, supplement, applied, events: blockEvents(applied.state.index, block, applied) };
    });
    if (isValid) this.#judged = judged;
  }

  #rememberInvalid({ blockId: invalid, rule }: BranchError, id: BlockId, block: Block, state: ChainState): void {
    this.#store.transaction(() => {
      // The header is good but this is not the body it commits to: the right one may still come.
      if (rule.code === 'block/wrong-commitment') {
        this.#store.blocks.remove(invalid);
        return;
      }
      if (invalid === id && this.#store.blocks.place(id) === undefined) this.#insert(id, block, state);
      this.#store.blocks.setInvalid(invalid);
    });
  }

  /** Reverts to where the branch of `id` leaves the best chain, then applies the branch. */
  #followTo(id: BlockId, attempt: Attempt): TipChange & { readonly state: ChainState } {
    const branch: BlockId[] = [];
    let at: BlockId = id;
    for (;;) {
      const row = this.#store.blocks.place(at);
      if (row === undefined) {
        throw new BlockRefusedError('chain/unknown-parent', id, `missing parent state for block ${id}`);
      }
      if (this.#store.blocks.bestAt(row.height) === at) break;
      branch.unshift(at);
      at = row.parentId;
    }
    const reverted: StoredBlock[] = [];
    let state = this.#state;
    while (state.index.id !== at) {
      const block = this.#store.block(state.index.id)!;
      reverted.push(block);
      state = this.#revertTip(block);
    }
    const applied: Block[] = [];
    for (const next of branch) {
      const judged = this.#judged?.id === next ? this.#judged : this.#judge(state, this.#store.block(next)!, attempt);
      this.#connect(judged);
      state = judged.applied.state;
      applied.push(judged.block);
    }
    this.#store.changes.append(
      reverted.map((block) => block.id),
      branch
    );
    return { tip: state.index, state, reverted: reverted.map(({ block }) => block), applied };
  }

  #revertTip({ block, state, supplement }: StoredBlock): ChainState {
    const parent = this.#store.state(block.parentId)!;
    const { update, treeNodes } = revertBlock(this.network, parent, block, supplement ?? EMPTY_SUPPLEMENT);
    const numLeaves = { before: state.elements.numLeaves, after: parent.elements.numLeaves };
    this.#store.disconnect({ index: state.index, diffs: update, treeNodes, numLeaves });
    return parent;
  }

  /** Validates a stored block on top of its parent, unless that was done once, and works out what it does. */
  #judge(parent: ChainState, stored: StoredBlock, { verifySignature }: Attempt): JudgedBlock {
    const { id, block, status } = stored;
    const supplement = stored.supplement ?? supplementBlock(this.#store, this.network, parent, block);
    let effects: BlockEffects | undefined;
    if (status !== 'full') {
      try {
        effects = validateBlock(this.network, parent, block, supplement, { verifySignature });
      } catch (error) {
        throw error instanceof ConsensusError ? new BranchError(id, error) : error;
      }
    }
    const ancestor = this.#ancestorTimestamp(parent);
    const applied = applyBlock(this.network, parent, block, supplement, {
      ancestorTimestamp: ancestor,
      validatedEffects: effects
    });
    this.#store.setChecked(id, applied.state, supplement);
    return { id, block, supplement, applied, events: blockEvents(applied.state.index, block, applied) };
  }

  /** Makes the block the tip of what is stored. */
  #connect({ applied, events }: JudgedBlock): void {
    const { state, diffs, treeNodes } = applied;
    this.#store.connect({ index: state.index, diffs, treeNodes, events });
  }

  /** Difficulty looked at a block 1000 back until the oak fork, and never again. */
  #ancestorTimestamp(state: ChainState): UnixSeconds | undefined {
    if (childHeight(state) > this.network.hardforkOak.height) return undefined;
    const id = this.#store.blocks.bestAt(ancestorHeight(state));
    return id && this.#store.block(id)?.block.timestamp;
  }

  #storeGenesis(genesis: Block): ChainState {
    const before = genesisState(this.network);
    const id = this.genesisId;
    return this.#store.transaction(() => {
      const applied = applyBlock(this.network, before, genesis, EMPTY_SUPPLEMENT);
      this.#store.insertBlock(id, genesis, applied.state, EMPTY_SUPPLEMENT);
      const events = blockEvents(applied.state.index, genesis, applied);
      this.#connect({ id, block: genesis, supplement: EMPTY_SUPPLEMENT, applied, events });
      this.#store.changes.append([], [id]);
      return applied.state;
    });
  }
}
