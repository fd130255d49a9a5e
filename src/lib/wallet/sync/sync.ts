import { runAtOnce } from '$lib/async/stepQueue';
import type { Address } from '$lib/chain/address';
import { blockId, type Block } from '$lib/chain/block/block';
import { blockHeaderOf } from '$lib/chain/block/commitment';
import { coinLeafHash, fundLeafHash } from '$lib/chain/proof/elementLeaf';
import type { ChainIndex, StateElement } from '$lib/chain/element/elements';
import type { BlockId, CoinOutputId, FundOutputId, Hash256 } from '$lib/chain/ids';
import type { ElementAccumulator } from '$lib/chain/block/state';
import type { ApplyUpdate, ElementDiffs, RevertUpdate, UpdatedLeaf } from '$lib/chain/proof/update';
import { type CacheChanges, type CacheState, type WalletCache, CacheDraft } from './cache';
import { blockOutputs, ownOutputsSpent, type BlockOutputs } from './blockOutputs';
import { blockEvents, type OwnAddresses } from './chainEvents';
import { FeedError, type FeedFault } from '../errors';
import { changedNodes, isValidLeafIndex, leadsToRoot, type ProofNodes } from './proofForest';
import type { WalletEvent } from './walletEvent';

/** A block of the update feed: its changes, and the state after it (for a reverted block: of its parent). */
export interface FeedEntry<Update> {
  readonly update: Update;
  readonly state: CacheState;
  readonly block: Block;
}

/** Changes since an index: `reverted` blocks, newest first, then `applied` ones. */
export interface Feed {
  readonly reverted: readonly FeedEntry<RevertUpdate>[];
  readonly applied: readonly FeedEntry<ApplyUpdate>[];
}

/** An event of a reverted block. It is removed only if it was in that block: a server can list older payouts, too. */
export interface RemovedEvent {
  readonly id: Hash256;
  readonly blockId: BlockId;
}

export interface SyncChanges extends CacheChanges {
  /** An id may be in both if its transaction moved to another block: remove first. */
  readonly events: { readonly added: readonly WalletEvent[]; readonly removed: readonly RemovedEvent[] };
}

export interface SyncStep {
  readonly cache: WalletCache;
  readonly changes: SyncChanges;
}

/**
 * The cache after an update feed: outputs added and removed, proofs advanced, reverted blocks undone. The cost depends
 * on the blocks, hardly on the wallet's outputs. The feed must continue the cache and match its own states; consensus
 * rules are not verified here.
 * @throws {FeedError} invalid feed; the cache is unchanged
 */
export const applyUpdates = (cache: WalletCache, feed: Feed, own: OwnAddresses): SyncStep =>
  runAtOnce(applyUpdatesInSteps(cache, feed, own));

/** {@link applyUpdates}. Yields between its steps. */
export function* applyUpdatesInSteps(cache: WalletCache, feed: Feed, own: OwnAddresses): Generator<void, SyncStep> {
  const draft = new SyncDraft(cache, own);
  for (const entry of feed.reverted) {
    yield;
    yield* draft.revert(entry);
  }
  for (const entry of feed.applied) {
    yield;
    yield* draft.apply(entry);
  }
  return draft.finish();
}

/** A coin or fund output that a block created or spent, and how to apply it to the cache. */
interface OutputChange {
  readonly id: CoinOutputId | FundOutputId;
  readonly created: boolean;
  readonly spent: boolean;
  readonly address: Address;
  readonly stateElement: StateElement;
  /** Hash of its leaf, 32 bytes. */
  readonly leafHash: (isSpent: boolean) => Uint8Array;
  readonly add: () => void;
  readonly remove: () => void;
}

class SyncDraft {
  readonly #cache: CacheDraft;
  readonly #added = new Map<Hash256, WalletEvent>();
  readonly #removed: RemovedEvent[] = [];

  constructor(
    cache: WalletCache,
    private readonly own: OwnAddresses
  ) {
    this.#cache = new CacheDraft(cache);
  }

  *apply({ update, state, block }: FeedEntry<ApplyUpdate>): Generator<void, void> {
    const { forest, index: parent } = this.#cache;
    const { index, elements, fundTaxRevenue } = state;
    requireFeed(block.parentId === parent.id && blockId(blockHeaderOf(block)) === index.id, 'other-branch', index);
    requireFeed(index.height === parent.height + 1, 'wrong-height', index);
    requireFeed(
      update.oldNumLeaves === forest.numLeaves && update.numLeaves === elements.numLeaves,
      'wrong-count',
      index
    );
    const grown = forest.apply(update, yield* requireChanged(update, state, index));
    const outputs = this.#outputs(update);
    this.#requireListed(outputs, blockOutputs(index, block, this.own), index);
    for (const { created, spent, ...output } of outputs) {
      if (!this.#isOwn(output)) continue;
      const { stateElement, leafHash, add, remove } = output;
      requireFeed(!created || stateElement.leafIndex >= update.oldNumLeaves, 'other-outputs', index);
      requireLeaf(elements, stateElement, leafHash(spent), index);
      if (spent) remove();
      else add();
    }
    // Tree growth comes without a proof; verifying one output of the tree verifies it.
    for (const range of grown) {
      const proven = this.#cache.findProven(range);
      if (proven !== undefined) requireLeaf(elements, proven.place, proven.leafHash, index);
    }
    for (const event of blockEvents(index, block, update, this.own)) this.#added.set(event.id, event);
    this.#moveTo(index, fundTaxRevenue);
  }

  *revert({ update, state, block }: FeedEntry<RevertUpdate>): Generator<void, void> {
    const { forest, index: reverted } = this.#cache;
    const { index, elements, fundTaxRevenue } = state;
    requireFeed(block.parentId === index.id && blockId(blockHeaderOf(block)) === reverted.id, 'other-branch', reverted);
    requireFeed(index.height === reverted.height - 1, 'wrong-height', reverted);
    requireFeed(
      update.numLeaves === elements.numLeaves && update.numLeaves <= forest.numLeaves,
      'wrong-count',
      reverted
    );
    const changed = yield* requireChanged(update, state, reverted);
    const outputs = this.#outputs(update);
    this.#requireTakenBack(outputs, update.numLeaves, block, reverted);
    const events = blockEvents(reverted, block, update, this.own);
    const payouts = new Set<string>(events.map(({ id }) => id));
    for (const { id, created, remove } of outputs) {
      // Without a proof, only its event shows that a payout is one of this block.
      if (created && (this.#cache.leafIndexOf(id) !== undefined || payouts.has(id))) remove();
    }
    const isLeft = this.#cache.findProven({ first: update.numLeaves, end: forest.numLeaves }) !== undefined;
    requireFeed(!isLeft, 'other-outputs', reverted);
    forest.revert(update, changed);
    for (const { created, spent, address, stateElement, leafHash, add } of outputs) {
      if (!spent || created || !this.own.has(address)) continue;
      requireLeaf(elements, stateElement, leafHash(false), reverted);
      add();
    }
    for (const { id } of events) this.#removed.push({ id, blockId: reverted.id });
    this.#moveTo(index, fundTaxRevenue);
  }

  /**
   * The wallet's outputs that the server lists as created and spent must be exactly those of the block's transactions.
   * Those listed with another address count as missing.
   */
  #requireListed(outputs: readonly OutputChange[], block: BlockOutputs, at: ChainIndex): void {
    const ours = outputs.filter((output) => this.#isOwn(output));
    const listed = new Map(ours.map((output) => [output.id as string, output]));
    for (const id of block.created) requireFeed(listed.get(id)?.created === true, 'other-outputs', at);
    for (const id of block.spent) {
      requireFeed(!this.#cache.has(id) || listed.get(id)?.spent === true, 'other-outputs', at);
    }
    for (const { id, created, spent } of ours) {
      requireFeed(spent ? block.spent.has(id) : created, 'other-outputs', at);
    }
  }

  #isOwn({ id, address }: Pick<OutputChange, 'id' | 'address'>): boolean {
    return this.own.has(address) || this.#cache.has(id);
  }

  /** A reverted block must remove what it created and nothing older, and restore what it spent. */
  #requireTakenBack(outputs: readonly OutputChange[], numLeaves: bigint, block: Block, at: ChainIndex): void {
    for (const { id, created } of outputs) {
      const leafIndex = created ? this.#cache.leafIndexOf(id) : undefined;
      requireFeed(leafIndex === undefined || leafIndex >= numLeaves, 'other-outputs', at);
    }
    const given = new Set<string>(
      outputs.filter(({ spent, created, address }) => spent && !created && this.own.has(address)).map(({ id }) => id)
    );
    const made = blockOutputs(at, block, this.own).created;
    for (const id of ownOutputsSpent(block, this.own)) requireFeed(made.has(id) || given.has(id), 'other-outputs', at);
  }

  finish(): SyncStep {
    const { cache, changes } = this.#cache.finish();
    return {
      cache,
      changes: { ...changes, events: { added: [...this.#added.values()], removed: this.#removed } }
    };
  }

  /** The coin and fund outputs of an update, in one form. */
  #outputs({ coinElements, fundElements }: Pick<ElementDiffs, 'coinElements' | 'fundElements'>): OutputChange[] {
    return [
      ...coinElements.map(({ coinElement: coin, created, spent }) => ({
        id: coin.id,
        created,
        spent,
        address: coin.output.address,
        stateElement: coin.stateElement,
        leafHash: (isSpent: boolean) => coinLeafHash(coin, isSpent),
        add: () => this.#cache.addCoin(coin),
        remove: () => this.#cache.removeCoin(coin.id)
      })),
      ...fundElements.map(({ fundElement: fund, created, spent }) => ({
        id: fund.id,
        created,
        spent,
        address: fund.output.address,
        stateElement: fund.stateElement,
        leafHash: (isSpent: boolean) => fundLeafHash(fund, isSpent),
        add: () => this.#cache.addFund(fund),
        remove: () => this.#cache.removeFund(fund.id)
      }))
    ];
  }

  #moveTo(index: ChainIndex, fundTaxRevenue: CacheState['fundTaxRevenue']): void {
    this.#cache.index = index;
    this.#cache.fundTaxRevenue = fundTaxRevenue;
  }
}

function requireFeed(holds: boolean, fault: FeedFault, at: ChainIndex): void {
  if (!holds) throw new FeedError(fault, at);
}

function requireLeaf(
  elements: ElementAccumulator,
  place: Pick<UpdatedLeaf, 'leafIndex' | 'merkleProof'>,
  leafHash: Uint8Array,
  at: ChainIndex
): void {
  requireFeed(isValidLeafIndex(place.leafIndex), 'wrong-shape', at);
  requireFeed(leadsToRoot(elements, place, leafHash), 'wrong-root', at);
}

/** Every changed leaf must lead to a root of the state, or advanced proofs would be invalid. */
function* requireChanged(
  { updatedLeaves }: Pick<ApplyUpdate, 'updatedLeaves'>,
  { elements }: CacheState,
  at: ChainIndex
): Generator<void, ProofNodes> {
  const changed = yield* changedNodes(updatedLeaves, elements);
  if (changed === undefined) throw new FeedError('wrong-root', at);
  return changed;
}
