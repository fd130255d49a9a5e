import { blockId, type Block } from '$lib/chain/block/block';
import { blockHeaderOf } from '$lib/chain/block/commitment';
import type { ChainState } from '$lib/chain/block/state';
import type { ChainIndex } from '$lib/chain/element/elements';
import type { BlockId } from '$lib/chain/ids';
import { attachment } from '$lib/chain/memoize';
import type { Network } from '$lib/chain/network/network';
import type { Height } from '$lib/chain/time';
import { childHeight } from '$lib/consensus/state';
import { ValidatedTransactionCache } from '$lib/consensus/validate/validatedTransactionCache';
import { blockSignatures } from '../signatures/blockSignatures';
import { MAX_AHEAD, type SignatureChecker } from '../signatures/signatureChecker';
import type { ChainStore } from '../store/store';
import { AssumedValid } from './assumedValid';
import { BlocksAhead, type AppendedBlocks } from './blocksAhead';
import { Branches, type TipChange } from './branches';
import { ChildBlocks, type ValidatedBlock } from './childBlocks';

export type { TipChange };

/** Result of adding a block: new tip, stored on a side branch, or already known. */
export type BlockOutcome = 'best' | 'side' | 'known';

export interface ChainManagerOptions {
  readonly store: ChainStore;
  readonly network: Network;
  readonly genesis: Block;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  readonly signatures: SignatureChecker;
  /** Signatures up to this block are not verified. */
  readonly assumedValid?: ChainIndex;
  /** Verifies them anyway; everything else about that block stays as it is. */
  readonly verifiesAll?: boolean;
}

/** Blocks further in the future are rejected; they may be valid later. */
export const MAX_FUTURE_SECONDS = 3 * 60 * 60;

/**
 * The best chain: accepts blocks, stores every branch, and follows the heaviest. A block and all its changes are stored
 * in one transaction, and so is a reorganization, so the chain stays consistent after a crash. Listeners are called
 * after the commit.
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
  readonly #children: ChildBlocks;
  readonly #branches: Branches;
  readonly #ahead: BlocksAhead;
  readonly #listeners = new Set<(change: TipChange) => void>();
  readonly #verifiedAhead = attachment<Block, Promise<void>>();
  #state: ChainState;
  #queue: Promise<unknown> = Promise.resolve();

  constructor(options: ChainManagerOptions) {
    const { store, network, genesis, clock, signatures, assumedValid, verifiesAll = false } = options;
    this.#store = store;
    this.network = network;
    this.#clock = clock;
    this.#signatures = signatures;
    this.#assumedValid = assumedValid && new AssumedValid(store, assumedValid, verifiesAll);
    this.#children = new ChildBlocks(store, network, this.#assumedValid);
    this.#branches = new Branches({
      store,
      network,
      children: this.#children,
      signatures,
      assumedValid: this.#assumedValid,
      isInFuture: this.isInFuture
    });
    this.#ahead = new BlocksAhead({
      store,
      append: (blocks, parent) => this.#append(blocks, parent, this.#validateNext(parent, blocks[0])),
      mayHaveV1: (parent) => childHeight(parent) < network.hardforkV2.requireHeight,
      onStored: ({ state, applied }) => this.#moveTo(state, { tip: state.index, reverted: [], applied })
    });
    this.genesisId = blockId(blockHeaderOf(genesis));
    const tip = store.blocks.tip();
    this.#state =
      tip === undefined ? store.transaction(() => this.#children.appendGenesis(genesis)) : store.state(tip.id)!;
  }

  /** State after the tip. */
  get state(): ChainState {
    return this.#state;
  }

  get tip(): ChainIndex {
    return this.#state.index;
  }

  /** Whether the tip has reached the assumed-valid block, so that all signatures of further blocks are verified. */
  get isPastAssumedValid(): boolean {
    return this.#assumedValid?.isReachedBy(this.tip) ?? true;
  }

  /**
   * The assumed-valid block until the tip reaches it. Before that, only a chain that is known to contain it may be
   * synced: others are cheap to make, and pruning can make one final.
   */
  get awaitedBlock(): ChainIndex | undefined {
    return this.isPastAssumedValid ? undefined : this.#assumedValid?.block;
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
   * Validates and stores consecutive blocks. Those that extend the best chain share as few transactions as possible: a
   * transaction costs as much as a block with a few payments.
   * @param onSide called for each block stored on a side branch, whose transactions are not validated yet
   * @throws as {@link ChainManager.addBlock}; the blocks before the rejected one are stored
   */
  addBlocks(blocks: readonly Block[], onSide?: (block: Block) => void): Promise<void> {
    return this.#inTurn(() => this.#addAll(blocks, onSide));
  }

  /**
   * The same, but may resolve while another thread is still storing some of the blocks, so that the next ones can be
   * validated meanwhile. They become the tip once they are stored; all are when {@link stored} resolves.
   * @throws as {@link ChainManager.addBlocks}, and {@link NotStoredError} for blocks of earlier calls
   */
  addBlocksAhead(blocks: readonly Block[], onSide?: (block: Block) => void): Promise<void> {
    return this.#inQueue(async () => {
      const ahead = this.#mayGoAhead(blocks) ? await this.#ahead.extend(blocks, this.#state) : 0;
      if (ahead === blocks.length) return;
      await this.#ahead.stored();
      await this.#addAll(blocks.slice(ahead), onSide);
    });
  }

  /** Resolves once the blocks of all calls are stored. @throws {NotStoredError} for those of {@link addBlocksAhead} */
  stored(): Promise<void> {
    return this.#inTurn(async () => undefined);
  }

  /** Whether the blocks can be validated before those ahead of them are stored. */
  #mayGoAhead(blocks: readonly Block[]): boolean {
    const { height } = (this.#ahead.head ?? this.#state).index;
    const isAssumedValid = this.#assumedValid?.covers(height + blocks.length) ?? false;
    // Before, difficulty depends on a block far below, which may not be stored yet.
    const isPastOak = height + 1 > this.network.hardforkOak.height;
    return this.#store.canRecord && isAssumedValid && isPastOak;
  }

  async #addAll(blocks: readonly Block[], onSide: (block: Block) => void = () => undefined): Promise<void> {
    let left = blocks;
    while (left.length > 0) {
      const stored = await this.#extend(left);
      if (stored === 0 && (await this.#addToBranch(left[0]!)) === 'side') onSide(left[0]!);
      left = left.slice(Math.max(1, stored));
    }
  }

  /**
   * Starts verifying the signatures of blocks that will be added soon, while earlier ones are being added.
   * @param parentHeight height of the block before the first
   * @returns resolves once they are all done
   */
  async verifyAhead(blocks: readonly Block[], parentHeight: Height): Promise<void> {
    await Promise.all(
      blocks.map(async (block, i) => {
        if (this.#assumedValid?.covers(parentHeight + i + 1)) return;
        let verified = this.#verifiedAhead.get(block);
        if (!verified) {
          const checks = blockSignatures(this.network, parentHeight + i, block, MAX_AHEAD);
          this.#verifiedAhead.set(block, (verified = this.#signatures.verifyAhead(checks)));
        }
        await verified;
      })
    );
  }

  /** Runs `work` after all earlier work, when all blocks are stored. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    return this.#inQueue(async () => {
      await this.#ahead.stored();
      return work();
    });
  }

  #inQueue<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#queue.then(work);
    this.#queue = turn.catch(() => {});
    return turn;
  }

  /**
   * Stores blocks that extend the best chain, in one transaction. The first is validated before the transaction, while
   * other threads verify its signatures; the others are validated within it, where their parents are stored. Stops at
   * the first block that is invalid or has a signature not verified yet.
   * @returns the number of blocks stored; `#addToBranch` reports why the next one is invalid
   */
  async #extend(blocks: readonly Block[]): Promise<number> {
    if (this.isPastAssumedValid) this.#store.endThread();
    const parent = this.#state;
    await this.verifyAhead(blocks.slice(1), parent.index.height + 1);
    const [first] = blocks;
    if (first === undefined || !this.#mayFollow(parent, first)) return 0;
    let child: ValidatedBlock | undefined;
    const isValid = await this.#signatures.passes((verifySignature) => {
      const options = { verifySignature, validated: this.validatedTransactions };
      child = this.#children.validate(parent, first, options);
    });
    if (!isValid) return 0;
    const { state, applied } = this.#store.transaction(() => this.#append(blocks, parent, child));
    this.#moveTo(state, { tip: state.index, reverted: [], applied });
    return applied.length;
  }

  /**
   * Stores the blocks up to the first one that is not known to be valid, within a transaction.
   * @param parent state before the blocks @param child the first of them, validated
   */
  #append(blocks: readonly Block[], parent: ChainState, child: ValidatedBlock | undefined): AppendedBlocks {
    let state = parent;
    const applied: Block[] = [];
    // One at a time, so that the effects of a block can be garbage-collected before the next one is validated.
    while (child !== undefined) {
      this.#children.append(child);
      applied.push(child.block);
      ({ state } = child.applied);
      child = this.#validateNext(state, blocks[applied.length]);
    }
    return { state, applied };
  }

  /** @param state after the stored tip @returns undefined unless `block` is known to be its valid child */
  #validateNext(state: ChainState, block: Block | undefined): ValidatedBlock | undefined {
    if (block === undefined || !this.#mayFollow(state, block)) return undefined;
    return this.#signatures.ifKnown((verifySignature) => this.#children.validate(state, block, { verifySignature }));
  }

  /** Whether the block is a new child of this state, judging by its header. */
  #mayFollow({ index }: ChainState, block: Block): boolean {
    if (block.parentId !== index.id || this.isInFuture(block)) return false;
    const id = blockId(blockHeaderOf(block));
    const status = this.#store.blocks.place(id)?.status;
    if (status === 'full' || status === 'invalid') return false;
    return this.#assumedValid?.isCompatible(id, index.height + 1) ?? true;
  }

  /** Whether the block is too far in the future to be accepted now, by the local clock, which may be wrong. */
  readonly isInFuture = ({ timestamp }: Pick<Block, 'timestamp'>): boolean =>
    timestamp > this.#clock() / 1000 + MAX_FUTURE_SECONDS;

  #moveTo(state: ChainState, change: TipChange): void {
    this.#state = state;
    this.#notify(change);
  }

  /** Calls every listener: a pool or a miner that does not learn of the tip would work on an old one. */
  #notify(change: TipChange): void {
    const errors: unknown[] = [];
    for (const listener of this.#listeners) {
      try {
        listener(change);
      } catch (error) {
        errors.push(error);
      }
    }
    if (errors.length > 0) throw errors[0];
  }

  /** Adds a block that does not simply extend the best chain, or that breaks a rule. */
  async #addToBranch(block: Block): Promise<BlockOutcome> {
    const added = await this.#branches.add(block, this.#state);
    if (typeof added === 'string') return added;
    this.#moveTo(added.state, added);
    return 'best';
  }
}
