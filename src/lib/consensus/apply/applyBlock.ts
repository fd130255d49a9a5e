import { blockId, type Block, type BlockHeader } from '$lib/chain/block/block';
import { blockHeaderOf } from '$lib/chain/block/commitment';
import type { Network } from '$lib/chain/network/network';
import type { ChainState } from '$lib/chain/block/state';
import { MAX_PREV_TIMESTAMPS } from '$lib/chain/block/stateLayout';
import type { UnixSeconds } from '$lib/chain/time';
import type { ApplyUpdate, ElementDiffs, RevertUpdate } from '$lib/chain/proof/update';
import { applyLeaves, revertLeaves, type ForestApplied } from '../accumulator/accumulator';
import { applyTransaction, applyV2Transaction } from './applyTransaction';
import { BlockEffects } from './blockEffects';
import { nextDifficulty } from '../difficulty';
import type { TreeNode } from '../accumulator/forest';
import { childHeight } from '../state';
import { EMPTY_TRANSACTION_SUPPLEMENT, type BlockSupplement } from './supplement';
import { appliedLeaves, diffsOf, assignPlaces, revertedLeaves } from './touchedLeaves';

/**
 * The state after a header: index, timestamps and difficulty. Sufficient to follow a chain of headers; elements,
 * revenue and foundation addresses are unchanged.
 */
export function applyHeader(
  network: Network,
  state: ChainState,
  header: BlockHeader,
  ancestorTimestamp?: UnixSeconds
): ChainState {
  return {
    ...state,
    ...nextDifficulty(network, state, header.timestamp, ancestorTimestamp),
    index: { height: childHeight(state), id: blockId(header) },
    prevTimestamps: [header.timestamp, ...state.prevTimestamps].slice(0, MAX_PREV_TIMESTAMPS)
  };
}

/** Effects of the transactions of a valid block. */
function transactionEffects(
  network: Network,
  state: ChainState,
  block: Block,
  supplement: BlockSupplement
): BlockEffects {
  const effects = new BlockEffects(network, state);
  block.transactions.forEach((txn, i) =>
    applyTransaction(effects, txn, supplement.transactions[i] ?? EMPTY_TRANSACTION_SUPPLEMENT)
  );
  for (const txn of block.v2?.transactions ?? []) applyV2Transaction(effects, txn);
  return effects;
}

/** All effects of a valid block. */
function effectsOf(
  network: Network,
  state: ChainState,
  block: Block,
  supplement: BlockSupplement,
  validatedEffects?: BlockEffects
): BlockEffects {
  if (block.parentId !== state.index.id) throw new RangeError(`block ${block.parentId} does not extend the state`);
  const effects = validatedEffects ?? transactionEffects(network, state, block, supplement);
  effects.closeBlock(blockId(blockHeaderOf(block)), block, supplement);
  return effects;
}

/** Result of applying a block. */
export interface AppliedBlock {
  readonly state: ChainState;
  /** Element diffs with leaf indices, without proofs. */
  readonly diffs: ElementDiffs;
  /** The diffs with proofs, and the data to advance older proofs. Computed lazily: it is the most expensive part. */
  readonly update: ApplyUpdate;
  /** Every changed node of the element forest, for a node that stores the forest. */
  readonly treeNodes: readonly TreeNode[];
}

/** A class for the same reason as in `applyLeaves`: getters of an object literal would stay in memory. */
class Applied implements AppliedBlock {
  readonly state: ChainState;
  readonly #touched: ElementDiffs;
  readonly #leaves: ForestApplied;
  // Each computed on demand: storing a block needs the diffs, publishing it the update.
  #diffs: ElementDiffs | undefined;
  #update: ApplyUpdate | undefined;

  /** @param touched the diffs before leaf indices are assigned */
  constructor(state: ChainState, touched: ElementDiffs, leaves: ForestApplied) {
    this.state = state;
    this.#touched = touched;
    this.#leaves = leaves;
  }

  get diffs(): ElementDiffs {
    return (this.#diffs ??= assignPlaces(
      this.#touched,
      this.#leaves.leafIndices.map((leafIndex) => ({ leafIndex, merkleProof: [] }))
    ));
  }

  get treeNodes(): readonly TreeNode[] {
    return this.#leaves.treeNodes;
  }

  get update(): ApplyUpdate {
    const { stateElements, updatedLeaves, treeGrowth, oldNumLeaves, numLeaves } = this.#leaves;
    return (this.#update ??= {
      ...assignPlaces(this.#touched, stateElements),
      updatedLeaves,
      treeGrowth,
      oldNumLeaves,
      numLeaves
    });
  }
}

export interface ApplyOptions {
  /** Timestamp of the block at `ancestorHeight(state)`; required up to the oak height. */
  readonly ancestorTimestamp?: UnixSeconds | undefined;
  /** Result of `validateBlock` for this block, which is consumed; recomputed if omitted. */
  readonly validatedEffects?: BlockEffects;
}

/**
 * Applies a valid block to the state it extends; call `validateBlock` first.
 * @throws {RangeError} the block does not extend the state, or the supplement lacks elements
 */
export function applyBlock(
  network: Network,
  state: ChainState,
  block: Block,
  supplement: BlockSupplement,
  { ancestorTimestamp, validatedEffects }: ApplyOptions = {}
): AppliedBlock {
  const header = blockHeaderOf(block);
  const effects = effectsOf(network, state, block, supplement, validatedEffects);
  const touched = diffsOf(effects, blockId(header));
  const leaves = applyLeaves(state.elements, appliedLeaves(touched));
  const stateAfter: ChainState = {
    ...applyHeader(network, state, header, ancestorTimestamp),
    fundTaxRevenue: effects.taxRevenue,
    foundationSubsidyAddress: effects.foundationSubsidyAddress,
    foundationManagementAddress: effects.foundationManagementAddress,
    elements: leaves.accumulator,
    attestations: state.attestations + BigInt(effects.attestations.length)
  };
  return new Applied(stateAfter, touched, leaves);
}

/** Result of reverting a block; the state after it is the given parent state. */
export interface RevertedBlock {
  readonly update: RevertUpdate;
  /** Restored nodes of the element forest. */
  readonly treeNodes: readonly TreeNode[];
}

/**
 * Reverts a block. The diffs are in reverse order, so that an element is unspent before its creation is undone.
 * Elements created by the block have their former leaf index and no proof.
 * @param parentState the state before the block
 * @throws {RangeError} the block does not extend the state
 */
export function revertBlock(
  network: Network,
  parentState: ChainState,
  block: Block,
  supplement: BlockSupplement
): RevertedBlock {
  const effects = effectsOf(network, parentState, block, supplement);
  const diffs = diffsOf(effects, blockId(blockHeaderOf(block)));
  const { stateElements, treeNodes, updatedLeaves, numLeaves } = revertLeaves(
    parentState.elements,
    revertedLeaves(diffs)
  );
  const placed = assignPlaces(diffs, stateElements);
  return {
    update: {
      coinElements: placed.coinElements.toReversed(),
      fundElements: placed.fundElements.toReversed(),
      fileContractElements: placed.fileContractElements.toReversed(),
      v2FileContractElements: placed.v2FileContractElements.toReversed(),
      attestationElements: placed.attestationElements,
      chainIndexElement: placed.chainIndexElement,
      updatedLeaves,
      numLeaves
    },
    treeNodes
  };
}
