import { systemScheduler } from '$lib/async/scheduler';
import { StepQueue } from '$lib/async/stepQueue';
import { blockId, type Block, type BlockHeader } from '$lib/chain/block/block';
import type { BlockId, Hash256, TransactionId } from '$lib/chain/ids';
import { blockHeaderOf } from '$lib/chain/block/commitment';
import { meetsTarget } from '$lib/chain/target';
import { v2TransactionId } from '$lib/chain/transaction/v2TransactionIds';
import { encodedLength } from '$lib/codec/layout';
import { ConsensusError } from '$lib/consensus/errors';
import { childHeight, childPowTarget } from '$lib/consensus/state';
import { calls, MAX_HASHES } from '$lib/peers/calls/callTypes';
import { PeerError } from '$lib/peers/errors';
import {
  blockOfOutline,
  fillOutline,
  knownTransactions,
  omittedHashes,
  outlineHashes,
  outlineIdInSteps,
  outlineOf,
  v2OutlineHash
} from '$lib/peers/outline/complete';
import { blockOutline, type BlockOutline } from '$lib/peers/outline/outline';
import type { TipChange } from '../../chain/chainManager';
import { checkCommitment, needsCommitmentCheck } from '../../chain/commitmentCheck';
import { BlockRefusedError } from '../../errors';
import { RecencyCache } from '../../store/recencyCache';
import type { NetworkWatch } from '../networkWatch';
import { Misbehavior, type Peer } from '../peer';
import { MAX_REMEMBERED, type RelayParts } from './relayParts';

export interface BlockRelayParts extends RelayParts {
  readonly watch: Pick<NetworkWatch, 'onFreshBlock'>;
  /** Whether our peers have the transaction, so that blocks can be sent without it. */
  readonly isKnownToPeers: (id: TransactionId) => boolean;
  /** Calls back a few seconds later, unless the node is stopped first. */
  readonly later: (call: () => void) => void;
}

/** The chain may have changed meanwhile, or be one that this node cannot follow. */
const NO_OFFENSES: ReadonlySet<string> = new Set([
  'chain/unknown-parent',
  'chain/checkpoint-conflict',
  'chain/fork-too-deep'
]);

/** A stored ancestor of a block had a body that is not its own, and was removed. Another peer may have sent it. */
export class ForeignBodyError extends PeerError {
  constructor(
    readonly blockId: BlockId,
    options: { cause: unknown }
  ) {
    super('peers/wrong-block', `the stored transactions of block ${blockId} are not its own`, options);
  }
}

/**
 * Relays new headers and blocks: validates, adopts and forwards those of peers, and announces those found here.
 * Offenses are thrown as {@link Misbehavior}.
 */
export class BlockRelay {
  readonly #parts: BlockRelayParts;
  /** Ids of headers and blocks that were relayed. */
  readonly #relayed = new RecencyCache<BlockId, true>(MAX_REMEMBERED);
  /** Blocks that came from a peer: they are relayed on arrival, if at all. */
  readonly #fromPeers = new RecencyCache<BlockId, true>(MAX_REMEMBERED);
  /** Outlines that are being completed or added. */
  readonly #atWork = new Set<BlockId>();
  /** Long outlines are hashed one after the other for each peer: only their ids show whether they have work. */
  readonly #hashing = new WeakMap<Peer, StepQueue>();
  readonly #committing = new StepQueue();
  /** Blocks that each peer announced and still has to send: it may announce one again and again. */
  readonly #expected = new WeakMap<Peer, Set<BlockId>>();

  constructor(parts: BlockRelayParts) {
    this.#parts = parts;
  }

  /** Marks a block as one that peers have. */
  noteFromPeer(id: BlockId): void {
    this.#fromPeers.set(id, true);
  }

  /** @throws {Misbehavior} */
  onHeader(header: BlockHeader, from: Peer): void {
    const { store, chain, resync } = this.#parts;
    const parent = store.state(header.parentId);
    const id = blockId(header);
    if (parent === undefined) return resync(from);
    if (store.blocks.place(id) !== undefined) return;
    if (!meetsTarget(id, childPowTarget(chain.network, parent))) throw new Misbehavior('a header without its work');
    // No outline follows the header of a V1 block.
    const isV1 = childHeight(parent) < chain.network.hardforkV2.allowHeight;
    if (header.parentId !== chain.tip.id || isV1) return resync(from);
    from.newsAtMs = systemScheduler.now();
    this.#passOnHeader(id, header, from);
    // Its outline should follow, but a peer that received the block in a sync does not send one.
    this.#expectBlock(id, from);
  }

  /**
   * @param endTurn called once it is examined: the peer's answer to a request for what it omits could be behind the next
   *   outlines
   * @throws {Misbehavior}
   */
  async onOutline(outline: BlockOutline, from: Peer, endTurn: () => void = () => undefined): Promise<void> {
    const { store, chain, resync } = this.#parts;
    const parent = store.blocks.place(outline.parentId);
    // The id depends on the parent's elements, which are unknown if only its header was validated.
    if (parent?.status !== 'full') return resync(from);
    const parentState = store.state(parent.id)!;
    const id = await this.#hashingOf(from).run(outlineIdInSteps(outline, parentState), { signal: from.gone });
    if (store.blocks.place(id) !== undefined) return;
    // The peer that sent it first may never send the omitted transactions.
    if (this.#atWork.has(id)) return this.#expectBlock(id, from);
    if (!meetsTarget(id, childPowTarget(chain.network, parentState))) throw new Misbehavior('a block without its work');
    if (outline.parentId !== chain.tip.id) return resync(from);
    this.#parts.watch.onFreshBlock(outline.timestamp);
    endTurn();
    this.#atWork.add(id);
    try {
      const completed = await this.#complete(outline, id, from);
      if (completed === undefined) return resync(from);
      this.#fromPeers.set(id, true);
      await this.addBlocks([blockOfOutline(chain.network, completed.outline, parentState)]);
      // A block from the future may become valid later, but other nodes ban those that relay it.
      if (store.blocks.place(id) === undefined) return;
      from.newsAtMs = systemScheduler.now();
      this.#sendOutline(id, without(completed.outline, completed.fromPool), from);
    } finally {
      this.#atWork.delete(id);
    }
  }

  /** Announces the new tip if it was found here. */
  onTip({ tip, applied }: TipChange): void {
    const block = applied.at(-1);
    if (block === undefined || this.#fromPeers.get(tip.id) !== undefined || this.#relayed.get(tip.id) !== undefined)
      return;
    // V1 blocks have no outline: from the header, peers can tell what they lack.
    if (block.v2 === undefined) return this.#sendHeader(tip.id, blockHeaderOf(block));
    const { isKnownToPeers } = this.#parts;
    const known = block.v2.transactions.filter((txn) => isKnownToPeers(v2TransactionId(txn)));
    const hashes = new Set(known.map(v2OutlineHash));
    this.#sendOutline(
      tip.id,
      outlineOf(block, (hash) => hashes.has(hash))
    );
  }

  /**
   * Adds consecutive blocks of a peer, except those from the future.
   * @param onSide called for each block stored on a side branch
   * @throws {Misbehavior} a block breaks a rule {@link ForeignBodyError} {@link PeerError} a parent is missing
   */
  addBlocks(blocks: readonly Block[], onSide?: (block: Block) => void): Promise<void> {
    return this.#asPeerErrors(this.#addCommitted(blocks, onSide));
  }

  /** The same for blocks of a sync, which may be stored only when {@link ChainManager.stored} resolves. */
  addBlocksAhead(blocks: readonly Block[], onSide?: (block: Block) => void): Promise<void> {
    const { chain } = this.#parts;
    const added = blocks.some(needsCommitmentCheck)
      ? this.#addCommitted(blocks, onSide)
      : chain.addBlocksAhead(blocks, onSide);
    return this.#asPeerErrors(added);
  }

  async #asPeerErrors(adding: Promise<void>): Promise<void> {
    try {
      await adding;
    } catch (error) {
      // The wrong clock may be ours.
      if (error instanceof BlockRefusedError && error.code === 'chain/future-timestamp') return;
      if (error instanceof BlockRefusedError && this.#isForeignBody(error)) {
        throw new ForeignBodyError(error.blockId, { cause: error });
      }
      if (error instanceof BlockRefusedError && NO_OFFENSES.has(error.code)) {
        throw new PeerError('peers/wrong-block', error.message, { cause: error });
      }
      if (error instanceof ConsensusError || error instanceof BlockRefusedError) {
        throw new Misbehavior(`an invalid block: ${error.message}`, { cause: error });
      }
      throw error;
    }
  }

  /** Verifies the commitments of blocks of very many transactions, once their parents are added. */
  async #addCommitted(blocks: readonly Block[], onSide: ((block: Block) => void) | undefined): Promise<void> {
    const { store, chain } = this.#parts;
    let added = 0;
    for (const [i, block] of blocks.entries()) {
      if (!needsCommitmentCheck(block)) continue;
      if (added < i) await chain.addBlocks(blocks.slice(added, i), onSide);
      added = i;
      await this.#committing.run(checkCommitment(store, chain.network, block));
    }
    await chain.addBlocks(blocks.slice(added), onSide);
  }

  /** Relays the header of a tip that came from a peer. */
  passOnTip(header: BlockHeader, from: Peer): void {
    this.#passOnHeader(blockId(header), header, from);
  }

  /**
   * The outline with all transactions, from our pool or from the sender.
   * @returns undefined if too many are missing, or the sender did not respond
   * @throws {Misbehavior} the sender's own transactions do not complete it
   */
  async #complete(outline: BlockOutline, id: BlockId, from: Peer) {
    const { pool } = this.#parts;
    const filled = fillOutline(outline, knownTransactions(pool.transactions, pool.v2Transactions));
    const missing = omittedHashes(filled);
    const stillMissing = new Set(missing);
    const fromPool = new Set(omittedHashes(outline).filter((hash) => !stillMissing.has(hash)));
    if (missing.length === 0) return { outline: filled, fromPool };
    if (missing.length > MAX_HASHES) return undefined;
    let answer;
    try {
      answer = await from.call(calls.sendTransactions, { index: { height: outline.height, id }, hashes: missing });
    } catch (error) {
      if (error instanceof PeerError) return undefined;
      throw error;
    }
    const completed = fillOutline(filled, knownTransactions(answer.transactions, answer.v2transactions));
    if (omittedHashes(completed).length > 0) throw new Misbehavior('an outline that cannot be completed');
    return { outline: completed, fromPool };
  }

  /** Whether the ancestor at fault was removed, and not marked as invalid. */
  #isForeignBody({ code, blockId: ancestor }: BlockRefusedError): boolean {
    return code === 'chain/invalid-ancestor' && this.#parts.store.blocks.place(ancestor)?.status !== 'invalid';
  }

  #hashingOf(peer: Peer): StepQueue {
    const queue = this.#hashing.get(peer) ?? new StepQueue();
    this.#hashing.set(peer, queue);
    return queue;
  }

  /** Syncs with the peer if the block does not arrive in time. */
  #expectBlock(id: BlockId, from: Peer): void {
    const { store, later, resync } = this.#parts;
    const expected = this.#expected.get(from) ?? new Set();
    if (expected.has(id)) return;
    this.#expected.set(from, expected.add(id));
    later(() => {
      expected.delete(id);
      if (store.blocks.place(id) === undefined) resync(from);
    });
  }

  #passOnHeader(id: BlockId, header: BlockHeader, from: Peer): void {
    if (this.#relayed.get(id) === undefined) this.#sendHeader(id, header, from);
  }

  #sendHeader(id: BlockId, header: BlockHeader, except?: Peer): void {
    this.#relayed.set(id, true);
    for (const peer of this.#parts.peers()) if (peer !== except) peer.notify(calls.relayHeader, header);
  }

  #sendOutline(id: BlockId, outline: BlockOutline, except?: Peer): void {
    this.#relayed.set(id, true);
    const sent = withinLimit(outline);
    for (const peer of this.#parts.peers()) if (peer !== except) peer.notify(calls.relayOutline, sent);
  }
}

/**
 * The outline, without transactions if peers would reject it for its size: proofs, which have no weight, can make it
 * more than twice as long as the heaviest transactions. Peers request what they lack.
 */
const withinLimit = (outline: BlockOutline): BlockOutline =>
  encodedLength(blockOutline, outline) <= calls.relayOutline.maxRequestBytes
    ? outline
    : { ...outline, entries: outlineHashes(outline).map((hash) => ({ kind: 'omitted', hash })) };

/** The outline without the V2 transactions of these hashes. */
const without = (outline: BlockOutline, hashes: ReadonlySet<Hash256>): BlockOutline => ({
  ...outline,
  entries: outline.entries.map((entry) => {
    if (entry.kind !== 'v2') return entry;
    const hash = v2OutlineHash(entry.transaction);
    return hashes.has(hash) ? { kind: 'omitted', hash } : entry;
  })
});
