import { blockId, type Block } from '$lib/chain/block/block';
import { blockHeaderOf, v2Commitment } from '$lib/chain/block/commitment';
import type { ChainIndex } from '$lib/chain/element/elements';
import type { Network } from '$lib/chain/network/network';
import type { ChainState } from '$lib/chain/block/state';
import type { Work } from '$lib/chain/target';
import type { ElementDiffs } from '$lib/chain/proof/update';
import { ancestorHeight } from '../difficulty';
import { applyBlock } from '../apply/applyBlock';
import { applyTransaction, applyV2Transaction } from '../apply/applyTransaction';
import { BlockEffects } from '../apply/blockEffects';
import { reject } from '../errors';
import { LightError, TooDeepError, type StateField } from './errors';
import { supplementFromUpdate } from './lightSupplement';
import { childHeight, genesisState } from '../state';
import {
  EMPTY_SUPPLEMENT,
  EMPTY_TRANSACTION_SUPPLEMENT,
  validateSupplement,
  type BlockSupplement
} from '../apply/supplement';
import { validateOrphan } from '../validate/validateBlock';
import { validateV2Transaction } from '../validate/validateV2Transaction';

/** A block of an update feed with the state its server says it led to. */
export interface LightEntry {
  readonly block: Block;
  readonly state: ChainState;
  /** Asked only about V1 transactions and contracts, which do not show what they spend. */
  readonly update: ElementDiffs;
}

/** Changes since an index: `reverted` (with the state returned to) first, newest first, then `applied`. */
export interface LightFeed {
  readonly reverted: readonly { readonly state: ChainState }[];
  readonly applied: readonly LightEntry[];
}

/** The state after a block that was followed. */
export interface Followed {
  readonly state: ChainState;
  /** Whether the header of the block commits to the state before it. Blocks of the first generation do not. */
  readonly commits: boolean;
}

/** Where following a chain stands. Never changed in place. */
export interface LightPosition {
  /** What is trusted without proof: genesis, or a block somebody vouched for. */
  readonly start: ChainIndex;
  /** Ascending without gaps; the last is the block up to which everything was checked. Never empty. */
  readonly trail: readonly Followed[];
  /** The most work that was ever followed to. A server that ends with less holds something back. */
  readonly best: { readonly index: ChainIndex; readonly totalWork: Work };
}

/** States kept for reorganisations; until the oak height the rules look 1000 blocks back. */
const KEPT = 200;
const KEPT_EARLY = 1_200;

export const lightTip = ({ trail }: LightPosition): ChainState => trail.at(-1)!.state;

/** Whether the chain ends with less work than was followed to before. */
export const hasLessWork = (position: LightPosition): boolean => lightTip(position).totalWork < position.best.totalWork;

/**
 * The newest state a header commits to: the one before the newest block that commits. What is in its accumulator is
 * proven by the work of that block and those that led to it; undefined while no block committed.
 */
export function committedState({ trail }: LightPosition): ChainState | undefined {
  const newest = trail.findLastIndex(({ commits }) => commits);
  return newest > 0 ? trail[newest - 1]!.state : undefined;
}

/** Follows from a state that is taken as it is: one that was followed to before, or the one a start proves. */
export const followFrom = (start: ChainIndex, state: ChainState): LightPosition => ({
  start,
  trail: [{ state, commits: false }],
  best: { index: state.index, totalWork: state.totalWork }
});

/**
 * Starts with the first block of a chain, whose state follows from the rules and from nothing else.
 * @throws {LightError} `light/wrong-start` it has a parent
 */
export function startAtGenesis(network: Network, genesis: Block): LightPosition {
  const before = genesisState(network);
  if (genesis.parentId !== before.index.id) {
    throw new LightError('light/wrong-start', { height: 0, id: genesis.parentId }, 'the first block has a parent');
  }
  const { state } = applyBlock(network, before, genesis, EMPTY_SUPPLEMENT);
  return followFrom(state.index, state);
}

/**
 * Starts before a block that somebody vouches for. Its id is the hash of its header, which commits to the state before
 * it: nothing but the id is taken on trust. The block itself is followed next.
 * @param parentState the state before the block, as a server tells it
 * @throws {LightError} `light/wrong-start`
 */
export function startAtBlock(pinned: ChainIndex, block: Block, parentState: ChainState): LightPosition {
  const refuse = (why: string): never => {
    throw new LightError('light/wrong-start', pinned, `block ${pinned.height} is no starting point: ${why}`);
  };
  if (blockId(blockHeaderOf(block)) !== pinned.id) refuse('the server shows another block for this id');
  if (block.v2 === undefined) refuse('it is of the first generation and commits to no state');
  if (parentState.index.id !== block.parentId || childHeight(parentState) !== pinned.height) {
    refuse('the state is of another block');
  }
  if (!commitsTo(block, parentState)) refuse('it commits to another state than the server shows');
  return followFrom(pinned, parentState);
}

/**
 * The position after the changes of a feed. Of every block the header is checked (parent, time, nonce, work at the
 * difficulty the rules demand), what its header commits to, its weight and payout, and everything about its V2
 * transactions but signatures; its state is computed and compared with the server's. Of V1 transactions only that what
 * they spend was there.
 * @throws {ConsensusError | LightError} the server is wrong; the position stays as it was
 * @throws {TooDeepError} reverted beyond the states kept
 */
export function followFeed(network: Network, position: LightPosition, feed: LightFeed): LightPosition {
  const trail = [...position.trail];
  let { best } = position;
  for (const { state } of feed.reverted) revert(trail, state);
  for (const entry of feed.applied) {
    const followed = follow(network, trail, entry);
    trail.push(followed);
    const { index, totalWork } = followed.state;
    if (totalWork > best.totalWork) best = { index, totalWork };
  }
  const { height } = trail.at(-1)!.state.index;
  const kept = height <= network.hardforkOak.height + KEPT ? KEPT_EARLY : KEPT;
  return { start: position.start, trail: trail.slice(-kept), best };
}

function revert(trail: Followed[], claimed: ChainState): void {
  const reverted = trail.pop()!;
  const parent = trail.at(-1);
  if (parent === undefined) throw new TooDeepError(reverted.state.index);
  requireSame(parent.state, claimed);
}

function follow(network: Network, trail: readonly Followed[], { block, state: claimed, update }: LightEntry): Followed {
  const parent = trail.at(-1)!.state;
  if (block.parentId !== parent.index.id) {
    const at = { height: childHeight(parent), id: blockId(blockHeaderOf(block)) };
    throw new LightError(
      'light/other-branch',
      at,
      `the block told next does not follow on block ${parent.index.height}`
    );
  }
  validateOrphan(network, parent, block);
  const supplement = requireSupplement(network, parent, block, update);
  if (block.v2 !== undefined && !commitsTo(block, parent)) reject('block/wrong-commitment', 'commitment hash mismatch');
  requireV2Transactions(network, parent, block, supplement);
  const { state } = applyBlock(network, parent, block, supplement, ancestorTime(network, trail, parent));
  requireSame(state, claimed);
  return { state, commits: block.v2 !== undefined };
}

/** Whether the block's header commits to the state before it and to the block's transactions. */
function commitsTo({ minerPayouts, transactions, v2 }: Block, parentState: ChainState): boolean {
  const [payout] = minerPayouts;
  if (v2 === undefined || payout === undefined) return false;
  return v2.commitment === v2Commitment(parentState, payout.address, transactions, v2.transactions);
}

function requireSupplement(network: Network, state: ChainState, block: Block, update: ElementDiffs): BlockSupplement {
  const isV1Over = childHeight(state) >= network.hardforkV2.requireHeight;
  if (isV1Over) {
    if (block.transactions.length > 0) reject('txn/v1-not-allowed', 'v1 transactions are not allowed any more');
    return EMPTY_SUPPLEMENT;
  }
  try {
    const supplement = supplementFromUpdate(state, block, update);
    if (supplement !== EMPTY_SUPPLEMENT) validateSupplement(network, state, block, supplement);
    return supplement;
  } catch (cause) {
    const at = { height: childHeight(state), id: blockId(blockHeaderOf(block)) };
    throw new LightError('light/unproven-spend', at, 'the block spends what was not there', undefined, { cause });
  }
}

/** That whoever signed was allowed to is not checked: no secret is needed to spend the time, only much of it. */
const believeSignature = (): boolean => true;

function requireV2Transactions(network: Network, state: ChainState, block: Block, supplement: BlockSupplement): void {
  if (block.v2 === undefined || block.v2.transactions.length === 0) return;
  const effects = new BlockEffects(network, state);
  block.transactions.forEach((txn, i) =>
    applyTransaction(effects, txn, supplement.transactions[i] ?? EMPTY_TRANSACTION_SUPPLEMENT)
  );
  for (const txn of block.v2.transactions) {
    validateV2Transaction({ effects, verifySignature: believeSignature }, txn);
    applyV2Transaction(effects, txn);
  }
}

/** Time of the block that the oldest difficulty rule measures from; later rules have no use for it. */
function ancestorTime(network: Network, trail: readonly Followed[], parent: ChainState) {
  if (childHeight(parent) > network.hardforkOak.height) return undefined;
  const first = trail[0]!.state.index.height;
  return trail[ancestorHeight(parent) - first]?.state.prevTimestamps[0];
}

function requireSame(computed: ChainState, claimed: ChainState): void {
  const field = differingField(computed, claimed);
  if (field === undefined) return;
  const { index } = computed;
  throw new LightError('light/state-differs', index, `the state after block ${index.height} differs: ${field}`, field);
}

/** The first part in which two states differ. */
export function differingField(a: ChainState, b: ChainState): StateField | undefined {
  const sameList = (x: readonly unknown[], y: readonly unknown[]): boolean =>
    x.length === y.length && x.every((item, i) => item === y[i]);
  if (a.index.height !== b.index.height || a.index.id !== b.index.id) return 'index';
  if (!sameList(a.prevTimestamps, b.prevTimestamps)) return 'prevTimestamps';
  if (a.elements.numLeaves !== b.elements.numLeaves || !sameList(a.elements.trees, b.elements.trees)) return 'elements';
  return PLAIN_FIELDS.find((field) => a[field] !== b[field]);
}

const PLAIN_FIELDS = [
  'depth',
  'childTarget',
  'fundTaxRevenue',
  'oakTime',
  'oakTarget',
  'foundationSubsidyAddress',
  'foundationManagementAddress',
  'totalWork',
  'difficulty',
  'oakWork',
  'attestations'
] as const satisfies readonly StateField[];
