import { blockId, type Block } from '$lib/chain/block/block';
import { blockHeaderOf } from '$lib/chain/block/commitment';
import type { ChainIndex } from '$lib/chain/element/elements';
import type { BlockId } from '$lib/chain/ids';
import { memoize } from '$lib/chain/memoize';
import type { VerifySignature } from '$lib/chain/policy/verifyPolicy';
import type { Network } from '$lib/chain/network/network';
import type { ChainState } from '$lib/chain/block/state';
import type { UnixSeconds } from '$lib/chain/time';
import { applyBlock, applyHeader, revertBlock, type AppliedBlock } from '$lib/consensus/apply/applyBlock';
import { ancestorHeight } from '$lib/consensus/difficulty';
import { ConsensusError } from '$lib/consensus/errors';
import { ValidatedTransactionCache } from '$lib/consensus/validate/validatedTransactionCache';
import { childHeight, genesisState, isSufficientlyHeavier } from '$lib/consensus/state';
import { EMPTY_SUPPLEMENT, type BlockSupplement } from '$lib/consensus/apply/supplement';
import { validateBlock, validateOrphan, type ValidationOptions } from '$lib/consensus/validate/validateBlock';
import { CodecError } from '$lib/codec/errors';
import { AssumedValid } from './assumedValid';
import { blockEvents } from './blockEvents';
import type { ChainEvent } from '../store/eventData';
import { BlockRefusedError } from '../errors';
import { inputSignatures } from '../signatures/inputSignatures';
import { MAX_AHEAD, type Attempt, type SignatureChecker } from '../signatures/signatureChecker';
import type { ChainStore, StoredBlock } from '../store/store';
import { supplementBlock } from './supplement';

/** Result of adding a block: new tip, stored on a side branch, or already known. */
export type BlockOutcome = 'best' | 'side' | 'known';

/** A change of the best chain. */
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
  /** Up to this block signatures are not verified. */
  readonly assumedValid?: ChainIndex;
}

/** Blocks further in the future are rejected; they may be valid later. */
export const MAX_FUTURE_SECONDS = 3 * 60 * 60;

/** A valid block, and its effects on the state before it. */
interface ValidatedBlock {
  readonly id: BlockId;
  readonly block: Block;
  readonly supplement: BlockSupplement;
  readonly applied: AppliedBlock;
  readonly events: readonly ChainEvent[];
}

/** A rule violation in a block of the branch that was to become the best chain. */
class BranchError extends Error {
  constructor(
    readonly blockId: BlockId,
    readonly rule: ConsensusError
  ) {
    super(rule.message);
  }
}

/**
 * The best chain: accepts blocks, stores every branch, and follows the heaviest. A block and all its changes are stored
 * in one transaction, and so is a reorganisation, so that a crash leaves a consistent chain. Nobody is told of a block
 * before its transaction is over.
 */
export class ChainManager {
  readonly network: Network;
  readonly genesisId: BlockId;
  /** Pool transactions found valid at the tip: blocks that contain them are validated faster. */
  readonly validatedTransactions = new ValidatedTransactionCache();
  readonly #store: ChainStore;
  readonly #clock: () => number;
  readonly #signatures: SignatureChecker;
  readonly #assumedValid: AssumedValid | undefined;
  readonly #listeners = new Set<(change: TipChange) => void>();
  #state: ChainState;
  #queue: Promise<unknown> = Promise.resolve();

  constructor({ store, network, genesis, clock, signatures, assumedValid }: ChainManagerOptions) {
    this.#store = store;
    this.network = network;
    this.#clock = clock;
    this.#signatures = signatures;
    this.#assumedValid = assumedValid && new AssumedValid(store, assumedValid);
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

  /** Whether all signatures of what follows are verified: the tip is not below the block assumed valid. */
  get isPastAssumedValid(): boolean {
    return this.#assumedValid?.isReachedBy(this.tip) ?? true;
  }

  /** Calls `listener` after every change of the tip. @returns the function that unsubscribes */
  onTip(listener: (change: TipChange) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * Validates and stores a block. Blocks are processed sequentially, in the order of the calls.
   * @throws {ConsensusError} a violated consensus rule {@link BlockRefusedError} any other reason
   */
  addBlock(block: Block): Promise<BlockOutcome> {
    return this.#inTurn(async () => ((await this.#extend([block])) === 1 ? 'best' : this.#addToBranch(block)));
  }

  /**
   * Validates and stores blocks of which each follows the one before, those that extend the best chain in as few
   * transactions as possible: each costs as much as a block of a few payments.
   * @throws as {@link ChainManager.addBlock}; the blocks before the refused one are stored
   */
  addBlocks(blocks: readonly Block[]): Promise<void> {
    return this.#inTurn(async () => {
      let left = blocks;
      while (left.length > 0) {
        const stored = await this.#extend(left);
        if (stored === 0) await this.#addToBranch(left[0]!);
        left = left.slice(Math.max(1, stored));
      }
    });
  }

  /**
   * Begins to verify signatures of a block that will be added soon, while blocks before it are being added.
   * @returns resolves once none of them is under way any more
   */
  readonly verifyAhead = memoize(async (block: Block): Promise<void> => {
    if (block.v2 === undefined || this.#assumedValid?.covers(block.v2.height)) return;
    await this.#signatures.verifyAhead(inputSignatures(block, MAX_AHEAD));
  });

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#queue.then(work);
    this.#queue = turn.catch(() => {});
    return turn;
  }

  /**
   * Stores blocks that extend the best chain, in one transaction. The first is validated before it, while other threads
   * verify its signatures, so that storing takes one pass; the others within it, as their parents are stored there. That
   * ends with the first block of which a signature is not verified yet.
   * @returns how many were stored; why one is refused is found where it is added alone
   */
  async #extend(blocks: readonly Block[]): Promise<number> {
    await Promise.all(blocks.slice(1).map(this.verifyAhead));
    this.#catchUp();
    const parent = this.#state;
    const [first] = blocks;
    if (first === undefined || !this.#mayFollow(parent, first)) return 0;
    const validated: ValidatedBlock[] = [];
    const isValid = await this.#signatures.passes((verifySignature) => {
      const options = { verifySignature, validated: this.validatedTransactions };
      validated.push(this.#validateChild(parent, first, options));
    });
    if (!isValid) return 0;
    this.#store.transaction(() => {
      for (let i = 0; i < validated.length; i++) {
        const { state } = this.#storeChild(validated[i]!);
        const next = blocks[i + 1];
        if (next === undefined || !this.#mayFollow(state, next)) return;
        const child = this.#signatures.ifKnown((verifySignature) =>
          this.#validateChild(state, next, { verifySignature })
        );
        if (child !== undefined) validated.push(child);
      }
    });
    const { state } = validated.at(-1)!.applied;
    this.#moveTo(state, { tip: state.index, reverted: [], applied: validated.map(({ block }) => block) });
    return validated.length;
  }

  /** Whether the block is a new child of this state, as far as its header shows it. */
  #mayFollow({ index }: ChainState, block: Block): boolean {
    if (block.parentId !== index.id || this.#isInFuture(block)) return false;
    const id = blockId(blockHeaderOf(block));
    const status = this.#store.blocks.place(id)?.status;
    if (status === 'full' || status === 'invalid') return false;
    return this.#assumedValid?.isCompatible(id, index.height + 1) ?? true;
  }

  #isInFuture({ timestamp }: Block): boolean {
    return timestamp > this.#clock() / 1000 + MAX_FUTURE_SECONDS;
  }

  /** Stores a block and makes it the tip. */
  #storeChild(validated: ValidatedBlock): AppliedBlock {
    const { id, block, supplement, applied } = validated;
    // A stored body may not match the header's commitment; the new body replaces it.
    if (this.#store.blocks.place(id) !== undefined) this.#store.blocks.remove(id);
    this.#insert(id, block, applied.state, supplement);
    this.#connect(validated);
    this.#store.changes.append([], [id]);
    return applied;
  }

  #moveTo(state: ChainState, change: TipChange): void {
    this.#state = state;
    for (const listener of this.#listeners) listener(change);
  }

  /** Adds a block that does not simply extend the best chain, or that breaks a rule. */
  async #addToBranch(block: Block): Promise<BlockOutcome> {
    this.#catchUp();
    const id = blockId(blockHeaderOf(block));
    const existing = this.#store.blocks.place(id);
    if (existing?.status === 'invalid')
      throw new BlockRefusedError('chain/known-invalid', id, `block ${id} is invalid`);
    if (existing?.status === 'full') return 'known';
    const state = this.#validateHeader(id, block);
    if (!isSufficientlyHeavier(state, this.#state)) {
      if (existing) return 'known';
      this.#store.transaction(() => this.#insert(id, block, state));
      return 'side';
    }
    await this.#reorganiseTo(id, block, state, existing !== undefined);
    return 'best';
  }

  /** Adopts blocks that another process added to the same database. */
  #catchUp(): void {
    const tip = this.#store.blocks.tip()!;
    if (tip.id === this.#state.index.id) return;
    this.#store.forget();
    this.#state = this.#store.state(tip.id)!;
    for (const listener of this.#listeners) listener({ tip, reverted: [], applied: [] });
  }

  /** Validates what does not need the parent's elements. @returns the state after the header */
  #validateHeader(id: BlockId, block: Block): ChainState {
    const parent = this.#store.blocks.place(block.parentId);
    if (parent === undefined) {
      throw new BlockRefusedError('chain/unknown-parent', id, `missing parent state for block ${id}`);
    }
    if (parent.status === 'invalid') {
      throw new BlockRefusedError('chain/invalid-ancestor', id, `block ${id} extends an invalid block`);
    }
    if (this.#isInFuture(block)) {
      throw new BlockRefusedError('chain/future-timestamp', id, 'block timestamp too far in future, discarded');
    }
    this.#assumedValid?.requireCompatible(id, parent.height + 1);
    const state = block.parentId === this.#state.index.id ? this.#state : this.#store.state(block.parentId)!;
    validateOrphan(this.network, state, block);
    return applyHeader(this.network, state, blockHeaderOf(block), this.#ancestorTimestamp(state));
  }

  #insert(id: BlockId, block: Block, state: ChainState, supplement?: BlockSupplement): void {
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

  /** Makes the block the tip, reverting and applying blocks as needed; throws without any change if it is invalid. */
  async #reorganiseTo(id: BlockId, block: Block, state: ChainState, isStored: boolean): Promise<void> {
    try {
      const change = await this.#signatures.withVerified((attempt) =>
        this.#store.transaction(() => {
          // The stored body may not match the header's commitment; the new body replaces it.
          if (isStored) this.#store.blocks.remove(id);
          this.#insert(id, block, state);
          const reached = this.#switchBranch(id, attempt);
          attempt.requireVerified();
          return reached;
        })
      );
      this.#moveTo(change.state, change);
    } catch (error) {
      if (!(error instanceof BranchError)) throw error;
      this.#markInvalid(error, id, block, state);
      if (error.blockId === id) throw error.rule;
      const message = `block ${id} extends an invalid block: ${error.rule.message}`;
      throw new BlockRefusedError('chain/invalid-ancestor', id, message, { cause: error.rule });
    }
  }

  #verifierFor(parent: ChainState, verify: VerifySignature): VerifySignature {
    return this.#assumedValid?.verifierAt(childHeight(parent), verify) ?? verify;
  }

  #markInvalid({ blockId: invalid, rule }: BranchError, id: BlockId, block: Block, state: ChainState): void {
    this.#store.transaction(() => {
      // The header is valid, but the body does not match its commitment: the right body may still arrive.
      if (rule.code === 'block/wrong-commitment') {
        this.#store.blocks.remove(invalid);
        return;
      }
      if (invalid === id && this.#store.blocks.place(id) === undefined) this.#insert(id, block, state);
      this.#store.blocks.setInvalid(invalid);
    });
  }

  /** Reverts to the fork point of the branch of `id`, then applies the branch. */
  #switchBranch(id: BlockId, attempt: Attempt): TipChange & { readonly state: ChainState } {
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
    if (this.#store.blocks.place(at)!.height + 1 < this.#store.firstBody) {
      throw new BlockRefusedError('chain/fork-too-deep', id, `block ${id} is on a fork below the first stored block`);
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
      const validated = this.#validateStored(state, this.#store.block(next)!, attempt);
      this.#connect(validated);
      state = validated.applied.state;
      applied.push(validated.block);
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

  /** Validates a stored block on top of its parent, unless it was validated before, and applies it. */
  #validateStored(
    parent: ChainState,
    { id, block, status, supplement }: StoredBlock,
    attempt: Attempt
  ): ValidatedBlock {
    try {
      const validated = this.#validateChild(parent, block, status === 'full' ? undefined : attempt, supplement);
      this.#store.setChecked(id, validated.applied.state, validated.supplement);
      return validated;
    } catch (error) {
      throw error instanceof ConsensusError ? new BranchError(id, error) : error;
    }
  }

  /**
   * Validates a block on top of its parent, whose elements are stored, and applies it.
   * @param options undefined if it was validated before
   * @throws {ConsensusError}
   */
  #validateChild(
    parent: ChainState,
    block: Block,
    options: ValidationOptions | undefined,
    supplement = supplementBlock(this.#store, this.network, parent, block)
  ): ValidatedBlock {
    const validatedEffects =
      options &&
      validateBlock(this.network, parent, block, supplement, {
        ...options,
        verifySignature: this.#verifierFor(parent, options.verifySignature)
      });
    const ancestorTimestamp = this.#ancestorTimestamp(parent);
    const applied = applyBlock(this.network, parent, block, supplement, { ancestorTimestamp, validatedEffects });
    const { index } = applied.state;
    return { id: index.id, block, supplement, applied, events: blockEvents(index, block, applied) };
  }

  /** Stores the block as the tip. */
  #connect({ applied, events }: ValidatedBlock): void {
    const { state, diffs, treeNodes } = applied;
    this.#store.connect({ index: state.index, diffs, treeNodes, events });
  }

  /** Timestamp of the block 1000 back, which the difficulty needs up to the oak fork. */
  #ancestorTimestamp(state: ChainState): UnixSeconds | undefined {
    if (childHeight(state) > this.network.hardforkOak.height) return undefined;
    const id = this.#store.blocks.bestAt(ancestorHeight(state));
    return id && this.#store.header(id)?.timestamp;
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
