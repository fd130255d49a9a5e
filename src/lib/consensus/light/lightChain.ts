import { blockId, type Block } from '$lib/chain/block/block';
import { blockHeaderOf, v2Commitment } from '$lib/chain/block/commitment';
import type { ChainIndex } from '$lib/chain/element/elements';
import type { Network } from '$lib/chain/network/network';
import { hasPlausibleWork } from '$lib/chain/network/publicNetworks';
import { acceptSignature } from '$lib/chain/policy/verifyPolicy';
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

/** A block of an update feed and the server's state after it. */
export interface LightEntry {
  readonly block: Block;
  readonly state: ChainState;
  /** Needed only for V1 transactions and contracts, which do not contain the elements they spend. */
  readonly update: ElementDiffs;
}

/** Changes since an index: `reverted` blocks (with the state after the revert), newest first, then `applied` ones. */
export interface LightFeed {
  readonly reverted: readonly { readonly state: ChainState }[];
  readonly applied: readonly LightEntry[];
}

/** The state after a verified block. */
export interface VerifiedState {
  readonly state: ChainState;
  /** Whether the block's header commits to the state before it: V2 blocks only. */
  readonly commits: boolean;
}

/** Position of the light client on the chain. Immutable. */
export interface LightPosition {
  /** Trust anchor: genesis or a checkpoint. */
  readonly start: ChainIndex;
  /** Consecutive and ascending; the last is the verified tip. Never empty. */
  readonly trail: readonly VerifiedState[];
  /** The most work verified so far. A server that serves less is withholding blocks. */
  readonly best: { readonly index: ChainIndex; readonly totalWork: Work };
}

/** States retained for reorganizations. Up to the Oak height the rules need timestamps from 1000 blocks back. */
const MAX_TRAIL = 200;
const MAX_EARLY_TRAIL = 1_200;

/** The state after the newest verified block. */
export const lightTip = ({ trail }: LightPosition): ChainState => trail.at(-1)!.state;

/** Whether the chain has less work than the most verified so far. */
export const hasLessWork = (position: LightPosition): boolean => lightTip(position).totalWork < position.best.totalWork;

/**
 * The newest state that a header commits to: the parent state of the newest V2 block. Elements in its accumulator are
 * proven by the work of that block and its ancestors; undefined before the first V2 block.
 */
export function committedState({ trail }: LightPosition): ChainState | undefined {
  const newest = trail.findLastIndex(({ commits }) => commits);
  return newest > 0 ? trail[newest - 1]!.state : undefined;
}

/** Continues from a trusted state: one verified earlier, or one proven by a checkpoint. */
export const followFrom = (start: ChainIndex, state: ChainState): LightPosition => ({
  start,
  trail: [{ state, commits: false }],
  best: { index: state.index, totalWork: state.totalWork }
});

/**
 * Starts at the genesis block, whose state follows from the network parameters alone.
 * @throws {LightError} `light/wrong-start` the block has a parent
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
 * Starts before a checkpoint block. Only its id is trusted: it is the hash of the header, which commits to the state
 * before the block. The block itself is verified next.
 * @param parentState the state before the block, as served
 * @throws {LightError} `light/wrong-start`
 */
export function startAtBlock(pinned: ChainIndex, block: Block, parentState: ChainState): LightPosition {
  const fail = (why: string): never => {
    throw new LightError('light/wrong-start', pinned, `block ${pinned.height} cannot be a starting point: ${why}`);
  };
  if (blockId(blockHeaderOf(block)) !== pinned.id) fail('the server reports another block for this ID');
  if (block.v2 === undefined) fail('it is a V1 block and does not commit to a state');
  if (parentState.index.id !== block.parentId || childHeight(parentState) !== pinned.height) {
    fail('the state belongs to another block');
  }
  if (!commitsTo(block, parentState)) fail('it commits to a different state than the server reports');
  return followFrom(pinned, parentState);
}

/**
 * The position after a feed. Verified for every block: header (parent, timestamp, nonce, proof of work at the required
 * difficulty), commitment, weight, miner payout, and everything about V2 transactions except signatures. The resulting
 * state is computed and compared with the server's. For V1 transactions, only the existence of the spent elements is
 * verified.
 * @throws {ConsensusError | LightError} invalid data from the server; the position is unchanged
 * @throws {TooDeepError} the feed reverts beyond the retained states
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
  const maxStates = height <= network.hardforkOak.height + MAX_TRAIL ? MAX_EARLY_TRAIL : MAX_TRAIL;
  return { start: position.start, trail: trail.slice(-maxStates), best };
}

/**
 * Verifies a block on top of a known state, and the server's state after it, as {@link followFeed} does. Up to the Oak
 * height nothing is verified: the rules need earlier timestamps.
 * @throws {ConsensusError | LightError}
 */
export function requireNextState(network: Network, parent: ChainState, entry: LightEntry): void {
  if (childHeight(parent) <= network.hardforkOak.height) return;
  followFeed(network, followFrom(parent.index, parent), { reverted: [], applied: [entry] });
}

function revert(trail: VerifiedState[], claimed: ChainState): void {
  const reverted = trail.pop()!;
  const parent = trail.at(-1);
  if (parent === undefined) throw new TooDeepError(reverted.state.index);
  requireSame(parent.state, claimed);
}

function follow(
  network: Network,
  trail: readonly VerifiedState[],
  { block, state: claimed, update }: LightEntry
): VerifiedState {
  const parent = trail.at(-1)!.state;
  if (block.parentId !== parent.index.id) {
    const at = { height: childHeight(parent), id: blockId(blockHeaderOf(block)) };
    throw new LightError('light/other-branch', at, `the next block does not extend block ${parent.index.height}`);
  }
  validateOrphan(network, parent, block);
  const supplement = requireSupplement(network, parent, block, update);
  if (block.v2 !== undefined && !commitsTo(block, parent)) reject('block/wrong-commitment', 'commitment hash mismatch');
  requireV2Transactions(network, parent, block, supplement);
  const { state } = applyBlock(network, parent, block, supplement, {
    ancestorTimestamp: ancestorTime(network, trail, parent)
  });
  // A forged starting point also sets the difficulty of the blocks after it.
  if (!hasPlausibleWork(network, state.index)) {
    reject('header/insufficient-work', 'block has less work than any block of its network');
  }
  requireSame(state, claimed);
  return { state, commits: block.v2 !== undefined };
}

/** Whether the block's header commits to the state before it and to the block's transactions. */
export function commitsTo({ minerPayouts, transactions, v2 }: Block, parentState: ChainState): boolean {
  const [payout] = minerPayouts;
  if (v2 === undefined || payout === undefined) return false;
  return v2.commitment === v2Commitment(parentState, payout.address, transactions, v2.transactions);
}

function requireSupplement(network: Network, state: ChainState, block: Block, update: ElementDiffs): BlockSupplement {
  const isV1Over = childHeight(state) >= network.hardforkV2.requireHeight;
  if (isV1Over) {
    if (block.transactions.length > 0) reject('txn/v1-not-allowed', 'v1 transactions are no longer allowed');
    return EMPTY_SUPPLEMENT;
  }
  try {
    const supplement = supplementFromUpdate(state, block, update);
    if (supplement !== EMPTY_SUPPLEMENT) validateSupplement(network, state, block, supplement);
    return supplement;
  } catch (cause) {
    const at = { height: childHeight(state), id: blockId(blockHeaderOf(block)) };
    throw new LightError('light/unproven-spend', at, 'the block spends elements that do not exist', undefined, {
      cause
    });
  }
}

/** Signatures are not verified: a forgery is useless without the proof of work, and verification is slow. */
function requireV2Transactions(network: Network, state: ChainState, block: Block, supplement: BlockSupplement): void {
  if (block.v2 === undefined || block.v2.transactions.length === 0) return;
  const effects = new BlockEffects(network, state);
  block.transactions.forEach((txn, i) =>
    applyTransaction(effects, txn, supplement.transactions[i] ?? EMPTY_TRANSACTION_SUPPLEMENT)
  );
  for (const txn of block.v2.transactions) {
    validateV2Transaction({ effects, verifySignature: acceptSignature }, txn);
    applyV2Transaction(effects, txn);
  }
}

/** Timestamp of the ancestor needed by the difficulty rule before Oak; undefined afterward. */
function ancestorTime(network: Network, trail: readonly VerifiedState[], parent: ChainState) {
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

/** The first field in which two states differ. */
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
