import { blockId, type Block, type BlockHeader } from '$lib/chain/block/block';
import { blockHeaderOf } from '$lib/chain/block/commitment';
import type { Network } from '$lib/chain/network/network';
import type { ChainState } from '$lib/chain/block/state';
import { MAX_PREV_TIMESTAMPS } from '$lib/chain/block/stateLayout';
import type { UnixSeconds } from '$lib/chain/time';
import type { ApplyUpdate, ElementDiffs, RevertUpdate } from '$lib/chain/proof/update';
import { applyLeaves, revertLeaves } from '../accumulator/accumulator';
import { applyTransaction, applyV2Transaction } from './applyTransaction';
import { BlockEffects } from './blockEffects';
import { nextDifficulty } from '../difficulty';
import type { TreeNode } from '../accumulator/forest';
import { childHeight } from '../state';
import { EMPTY_TRANSACTION_SUPPLEMENT, type BlockSupplement } from './supplement';
import { appliedLeaves, diffsOf, placeElements, revertedLeaves } from './touchedLeaves';

/**
 * The state after a header: index, times and difficulty. Enough to follow a chain of headers; elements, revenue and
 * foundation addresses stay as they are.
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

/** What the transactions of a validated block do to the state it extends. */
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

/** All effects of a validated block on the state it extends. */
function effectsOf(
  network: Network,
  state: ChainState,
  block: Block,
  supplement: BlockSupplement,
  judged?: BlockEffects
): BlockEffects {
  if (block.parentId !== state.index.id) throw new RangeError(`block ${block.parentId} does not extend the state`);
  const effects = judged ?? transactionEffects(network, state, block, supplement);
  effects.closeBlock(blockId(blockHeaderOf(block)), block, supplement);
  return effects;
}

/** What applying a block yields. */
export interface Applied {
  readonly state: ChainState;
  /** What became of the elements, each in its place, without proofs. */
  readonly diffs: ElementDiffs;
  /** The same with proofs and all that carries older ones forward; built when asked for, because it takes longest. */
  readonly update: ApplyUpdate;
  /** Every node of the element forest the block set, for a node that stores the forest. */
  readonly treeNodes: readonly TreeNode[];
}

/**
 * Applies a block to the state it extends. It is taken to be valid: `validateBlock` is asked first.
 * @param ancestorTimestamp time of the block at `ancestorHeight(state)`; wanted while the height is at most oak's
 * @param judged what `validateBlock` returned for it, which then is used up; found out anew without it
 * @throws {RangeError} a block that does not extend the state, or elements missing from the supplement
 */
export function applyBlock(
  network: Network,
  state: ChainState,
  block: Block,
  supplement: BlockSupplement,
  ancestorTimestamp?: UnixSeconds,
  judged?: BlockEffects
): Applied {
  const header = blockHeaderOf(block);
  const effects = effectsOf(network, state, block, supplement, judged);
  const touched = diffsOf(effects, blockId(header));
  const applied = applyLeaves(state.elements, appliedLeaves(touched));
  // Who stores the block asks for the one, who tells of it for the other.
  let diffs: ElementDiffs | undefined;
  let update: ApplyUpdate | undefined;
  return {
    state: {
      ...applyHeader(network, state, header, ancestorTimestamp),
      fundTaxRevenue: effects.taxRevenue,
      foundationSubsidyAddress: effects.foundationSubsidyAddress,
      foundationManagementAddress: effects.foundationManagementAddress,
      elements: applied.accumulator,
      attestations: state.attestations + BigInt(effects.attestations.length)
    },
    get diffs() {
      return (diffs ??= placeElements(
        touched,
        applied.leafIndices.map((leafIndex) => ({ leafIndex, merkleProof: [] }))
      ));
    },
    get treeNodes() {
      return applied.treeNodes;
    },
    get update() {
      const { stateElements, updatedLeaves, treeGrowth, oldNumLeaves, numLeaves } = applied;
      return (update ??= {
        ...placeElements(touched, stateElements),
        updatedLeaves,
        treeGrowth,
        oldNumLeaves,
        numLeaves
      });
    }
  };
}

/** What reverting a block yields; the state after it is the parent state the caller gave. */
export interface Reverted {
  readonly update: RevertUpdate;
  /** Nodes of the element forest that get their old hashes back. */
  readonly treeNodes: readonly TreeNode[];
}

/**
 * Undoes a block. The diffs come in reverse order, so that an element is spent before it is created; elements the block
 * created have the place they lose and no proof.
 * @param parentState the state before the block, to which the chain returns
 * @throws {RangeError} a block that does not extend the state
 */
export function revertBlock(
  network: Network,
  parentState: ChainState,
  block: Block,
  supplement: BlockSupplement
): Reverted {
  const effects = effectsOf(network, parentState, block, supplement);
  const diffs = diffsOf(effects, blockId(blockHeaderOf(block)));
  const { stateElements, treeNodes, updatedLeaves, numLeaves } = revertLeaves(
    parentState.elements,
    revertedLeaves(diffs)
  );
  const placed = placeElements(diffs, stateElements);
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
