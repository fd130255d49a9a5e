import { blockId, type Block, type BlockHeader } from '$lib/chain/block/block';
import type { BlockId, Hash256, TransactionId } from '$lib/chain/ids';
import { blockHeaderOf } from '$lib/chain/block/commitment';
import { v2TransactionWeight } from '$lib/chain/block/weight';
import { hashHex } from '$lib/chain/hash';
import { meetsTarget } from '$lib/chain/target';
import { v2TransactionId } from '$lib/chain/transaction/v2TransactionIds';
import type { V2Transaction } from '$lib/chain/transaction/v2Transaction';
import { encode } from '$lib/codec/layout';
import { ConsensusError } from '$lib/consensus/errors';
import { childHeight, childPowTarget } from '$lib/consensus/state';
import { calls, MAX_HASHES, type TransactionSet } from '$lib/peers/calls/callTypes';
import { PeerError } from '$lib/peers/errors';
import {
  blockOfOutline,
  fillOutline,
  knownTransactions,
  omittedHashes,
  outlineId,
  outlineOf,
  v2OutlineHash
} from '$lib/peers/outline/complete';
import type { BlockOutline } from '$lib/peers/outline/outline';
import type { ChainManager, TipChange } from '../chain/chainManager';
import { BlockRefusedError, InvalidTransactionError, PoolFullError } from '../errors';
import type { TransactionPool } from '../pool/transactionPool';
import { RecencyCache } from '../store/recencyCache';
import type { ChainStore } from '../store/store';
import type { NetworkWatch } from './networkWatch';
import { Misbehaviour, type Peer } from './peer';
import { unusable, withParents } from './transactionSet';

export interface RelayParts {
  readonly store: ChainStore;
  readonly chain: ChainManager;
  readonly pool: TransactionPool;
  readonly peers: () => readonly Peer[];
  readonly watch: Pick<NetworkWatch, 'onFreshBlock'>;
  /** Calls some seconds later, unless the node is stopped before. */
  readonly later: (call: () => void) => void;
  /** The peer has what we lack: its headers are to be asked for again. */
  readonly resync: (peer: Peer) => void;
}

const MAX_REMEMBERED = 20_000;
/** Of the transactions given to this node, so many are sent to a new peer, the newest. */
const MAX_RESENT = 200;

/** The chain may have moved on meanwhile, or be one that this node cannot follow. */
const NO_OFFENCES: ReadonlySet<string> = new Set([
  'chain/unknown-parent',
  'chain/checkpoint-conflict',
  'chain/fork-too-deep'
]);

/**
 * New headers, blocks and transactions: what peers send is checked, taken over and passed on, and what is new here is
 * sent out. Offences are thrown as {@link Misbehaviour}.
 */
export class Relay {
  readonly #parts: RelayParts;
  /** Ids of headers and blocks that were passed on. */
  readonly #relayed = new RecencyCache<BlockId, true>(MAX_REMEMBERED);
  /** Blocks that came from a peer: they are passed on where they arrive, if at all. */
  readonly #fromPeers = new RecencyCache<BlockId, true>(MAX_REMEMBERED);
  /** Transactions that our peers know: sent by them, or to them. */
  readonly #known = new RecencyCache<TransactionId, true>(MAX_REMEMBERED);
  /** Transactions that were given to this node. */
  readonly #own = new RecencyCache<TransactionId, true>(MAX_REMEMBERED);
  /** Hashes of sets that were refused, proofs and basis included: the same transactions may come in a better one. */
  readonly #refused = new RecencyCache<Hash256, true>(MAX_REMEMBERED);
  readonly #atWork = new Set<BlockId>();

  constructor(parts: RelayParts) {
    this.#parts = parts;
  }

  /** Marks a block as one that peers have. */
  noteFromPeer(id: BlockId): void {
    this.#fromPeers.set(id, true);
  }

  /** @throws {Misbehaviour} */
  onHeader(header: BlockHeader, from: Peer): void {
    const { store, chain, resync } = this.#parts;
    const parent = store.state(header.parentId);
    const id = blockId(header);
    if (parent === undefined) return resync(from);
    if (store.blocks.place(id) !== undefined) return;
    if (!meetsTarget(id, childPowTarget(chain.network, parent))) throw new Misbehaviour('a header without its work');
    // No outline follows the header of a V1 block.
    const isV1 = childHeight(parent) < chain.network.hardforkV2.allowHeight;
    if (header.parentId !== chain.tip.id || isV1) return resync(from);
    this.#passOnHeader(id, header, from);
    // Its outline is expected next; but whoever took the block over in a sync sends none.
    this.#expectBlock(id, from);
  }

  /** @throws {Misbehaviour} */
  async onOutline(outline: BlockOutline, from: Peer): Promise<void> {
    const { store, chain, resync } = this.#parts;
    const parent = store.blocks.place(outline.parentId);
    // A parent of which only the header was checked has no elements to compute the id from.
    if (parent?.status !== 'full') return resync(from);
    const parentState = store.state(parent.id)!;
    const id = outlineId(outline, parentState);
    if (store.blocks.place(id) !== undefined) return;
    // Whoever sent it first may never send what it left out.
    if (this.#atWork.has(id)) return this.#expectBlock(id, from);
    if (!meetsTarget(id, childPowTarget(chain.network, parentState)))
      throw new Misbehaviour('a block without its work');
    if (outline.parentId !== chain.tip.id) return resync(from);
    this.#parts.watch.onFreshBlock(outline.timestamp);
    this.#atWork.add(id);
    try {
      const completed = await this.#complete(outline, id, from);
      if (completed === undefined) return resync(from);
      this.#fromPeers.set(id, true);
      await this.addBlocks([blockOfOutline(chain.network, completed.outline, parentState)]);
      this.#passOnOutline(id, completed.outline, from, completed.fromPool);
    } finally {
      this.#atWork.delete(id);
    }
  }

  /** @throws {Misbehaviour} */
  async onTransactions(set: TransactionSet, from: Peer): Promise<void> {
    const { store, chain, pool, peers, resync } = this.#parts;
    if (set.transactions.length === 0) throw new Misbehaviour('an empty transaction set');
    if (store.blocks.place(set.basis.id) === undefined) return resync(from);
    const ids = set.transactions.map(v2TransactionId);
    const inPool = new Set(pool.entries.map((entry) => entry.id));
    for (const id of ids) this.#known.set(id, true);
    if (ids.every((id) => inPool.has(id)) || from.waste.isSpent) return;
    const hash = hashHex(encode(calls.relayTransactions.request, set));
    if (this.#refused.get(hash) !== undefined) return;
    const refuse = () => {
      this.#refused.set(hash, true);
      from.waste.spend(set.transactions.reduce((sum, txn) => sum + v2TransactionWeight(txn), 0));
    };
    if (unusable(store, chain.tip, set) !== undefined) return refuse();
    try {
      await pool.add({ basis: set.basis, transactions: [], v2Transactions: set.transactions });
    } catch (error) {
      if (!(error instanceof InvalidTransactionError || error instanceof PoolFullError)) throw error;
      return refuse();
    }
    for (const peer of peers()) if (peer !== from) peer.tell(calls.relayTransactions, set);
  }

  /** Sends out transactions that were given to this node. */
  sendTransactions(added: readonly V2Transaction[]): void {
    const { chain, pool, peers } = this.#parts;
    const fresh = added.filter((txn) => this.#known.get(v2TransactionId(txn)) === undefined);
    if (fresh.length === 0) return;
    for (const txn of fresh) this.#own.set(v2TransactionId(txn), true);
    const transactions = withParents(pool.v2Transactions, fresh);
    for (const txn of transactions) this.#known.set(v2TransactionId(txn), true);
    for (const peer of peers()) peer.tell(calls.relayTransactions, { basis: chain.tip, transactions });
  }

  /**
   * Sends a new peer what was given to this node and still waits: perhaps nobody was connected then, or the connection
   * broke on the way.
   */
  resendTransactions(to: Peer): void {
    const { chain, pool } = this.#parts;
    const waiting = pool.v2Transactions;
    const own = waiting.filter((txn) => this.#own.get(v2TransactionId(txn)) !== undefined);
    for (const txn of own.slice(-MAX_RESENT)) {
      to.tell(calls.relayTransactions, { basis: chain.tip, transactions: withParents(waiting, [txn]) });
    }
  }

  /** Sends out the new tip, if it was found here. */
  onTip({ tip, applied }: TipChange): void {
    const block = applied.at(-1);
    if (block === undefined || this.#fromPeers.get(tip.id) !== undefined || this.#relayed.get(tip.id) !== undefined)
      return;
    if (block.v2 === undefined) {
      // No outline exists. The next header shows peers what they lack.
      this.#relayed.set(tip.id, true);
      for (const peer of this.#parts.peers()) peer.tell(calls.relayHeader, blockHeaderOf(block));
      return;
    }
    const hashes = knownHashes(block, this.#known);
    this.#passOnOutline(
      tip.id,
      outlineOf(block, () => false),
      undefined,
      hashes
    );
  }

  /**
   * Adds blocks of a peer, of which each follows the one before.
   * @throws {Misbehaviour} one breaks a rule {@link PeerError} a parent is not here
   */
  async addBlocks(blocks: readonly Block[]): Promise<void> {
    try {
      await this.#parts.chain.addBlocks(blocks);
    } catch (error) {
      // A clock may be wrong, ours too.
      if (error instanceof BlockRefusedError && error.code === 'chain/future-timestamp') return;
      if (error instanceof BlockRefusedError && isNoOffence(error)) {
        throw new PeerError('peers/wrong-block', error.message, { cause: error });
      }
      if (error instanceof ConsensusError || error instanceof BlockRefusedError) {
        throw new Misbehaviour(`an invalid block: ${error.message}`, { cause: error });
      }
      throw error;
    }
  }

  passOnTip(header: BlockHeader, from: Peer): void {
    this.#passOnHeader(blockId(header), header, from);
  }

  /**
   * The outline with all transactions, from our pool or from the sender.
   * @returns nothing if the sender did not answer
   * @throws {Misbehaviour} the sender's own transactions do not complete it
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
    if (omittedHashes(completed).length > 0) throw new Misbehaviour('an outline that cannot be completed');
    return { outline: completed, fromPool };
  }

  /** Asks the peer for its chain if the block is not here by then. */
  #expectBlock(id: BlockId, from: Peer): void {
    const { store, later, resync } = this.#parts;
    later(() => {
      if (store.blocks.place(id) === undefined) resync(from);
    });
  }

  #passOnHeader(id: BlockId, header: BlockHeader, from: Peer): void {
    if (this.#relayed.get(id) !== undefined) return;
    this.#relayed.set(id, true);
    for (const peer of this.#parts.peers()) if (peer !== from) peer.tell(calls.relayHeader, header);
  }

  #passOnOutline(id: BlockId, outline: BlockOutline, from: Peer | undefined, omitted: ReadonlySet<Hash256>): void {
    this.#relayed.set(id, true);
    const entries = outline.entries.map((entry) => {
      if (entry.kind !== 'v2') return entry;
      const hash = v2OutlineHash(entry.transaction);
      return omitted.has(hash) ? { kind: 'omitted' as const, hash } : entry;
    });
    for (const peer of this.#parts.peers()) {
      if (peer !== from) peer.tell(calls.relayOutline, { ...outline, entries });
    }
  }
}

/** Whoever sent a stored ancestor with other transactions than its header commits to, it need not be this peer. */
const isNoOffence = ({ code, cause }: BlockRefusedError): boolean =>
  NO_OFFENCES.has(code) ||
  (code === 'chain/invalid-ancestor' && cause instanceof ConsensusError && cause.code === 'block/wrong-commitment');

const knownHashes = (block: Block, known: RecencyCache<TransactionId, true>): Set<Hash256> =>
  new Set(
    (block.v2?.transactions ?? []).filter((txn) => known.get(v2TransactionId(txn)) !== undefined).map(v2OutlineHash)
  );
