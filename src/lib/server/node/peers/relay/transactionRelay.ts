import { systemScheduler } from '$lib/async/scheduler';
import { StepQueue, type Steps } from '$lib/async/stepQueue';
import type { BlockId, Hash256, TransactionId } from '$lib/chain/ids';
import { MAX_BLOCK_WEIGHT } from '$lib/chain/block/maxWeight';
import { v2TransactionWeight } from '$lib/chain/block/weight';
import { hashHex } from '$lib/chain/hash';
import type { V2Transaction } from '$lib/chain/transaction/v2Transaction';
import { v2TransactionId } from '$lib/chain/transaction/v2TransactionIds';
import { hostKey } from '$lib/codec/ipAddress';
import { encode } from '$lib/codec/layout';
import { calls, type TransactionSet } from '$lib/peers/calls/callTypes';
import { InvalidTransactionError, PoolFullError } from '../../errors';
import { MAX_SET_LENGTH, v2SetSize } from '../../pool/poolEntry';
import { hasUnknown } from '../../pool/poolProofs';
import type { AddedTransactions, OfferedTransactions } from '../../pool/transactionPool';
import { RecencyCache } from '../../store/recencyCache';
import type { WasteBudget } from '../hosts/wasteBudget';
import { Misbehavior, type Peer } from '../peer';
import { MAX_REMEMBERED, type RelayParts } from './relayParts';
import { distance, unusableInSteps, withParents, withParentsIn } from './transactionSet';

/** Transactions submitted to this node that are sent to a peer again: the newest ones. */
const MAX_RESENT = 200;
/** Size of transactions that take about as long to validate as one block takes to be replayed. */
const REPLAY_COST = 20_000;

/** Hosts remembered for each rejected set. */
const MAX_SENDERS = 64;

/** Size of transactions whose ids are computed in one step. */
const HASHED_AT_ONCE = MAX_BLOCK_WEIGHT / 8;

/** What is known of a set before it is validated. */
interface ExaminedSet {
  readonly ids: readonly TransactionId[];
  /** Hash of the set with proofs and basis; undefined if the pool has all of its transactions. */
  readonly hash?: Hash256;
  /** Hosts that sent it before, if it was rejected. */
  readonly senders?: Set<string>;
  /** Why it is rejected without further validation. */
  readonly problem?: string | undefined;
}

/** A turn among other work. */
function* oneStep(): Steps<void> {
  yield;
}

const isTooHeavy = (txn: V2Transaction): boolean => v2TransactionWeight(txn) > MAX_BLOCK_WEIGHT;

export interface TransactionRelayParts extends RelayParts {
  /** Charged for rejected transactions, and for others until they are validated. */
  readonly waste: WasteBudget;
}

/** Relays transaction sets: validates and forwards those of peers, and announces those submitted to this node. */
export class TransactionRelay {
  readonly #parts: TransactionRelayParts;
  /** Transactions that our peers have: sent by them, or to them. */
  readonly #known = new RecencyCache<TransactionId, true>(MAX_REMEMBERED);
  /** Transactions that were submitted to this node. */
  readonly #own = new RecencyCache<TransactionId, true>(MAX_REMEMBERED);
  /** Sets of peers, as offered to the pool: they are relayed on arrival. */
  readonly #arriving = new WeakSet<OfferedTransactions>();
  /**
   * Rejected sets, by their hash with proofs and basis, because the same transactions may come in a valid set; with the
   * hosts that sent them.
   */
  readonly #refused = new RecencyCache<Hash256, Set<string>>(MAX_REMEMBERED);
  /** All sets, in their order: small ones take one step each, and thousands of them may arrive together. */
  readonly #arrivals = new StepQueue();
  /** The sets of each peer are examined one after the other. */
  readonly #examinations = new WeakMap<Peer, StepQueue>();
  /** The tip as of which a peer was last sent what was submitted to this node. */
  readonly #resentAt = new WeakMap<Peer, BlockId>();

  constructor(parts: TransactionRelayParts) {
    this.#parts = parts;
  }

  /** Whether the transaction was sent by peers, or to them. */
  isKnownToPeers(id: TransactionId): boolean {
    return this.#known.get(id) !== undefined;
  }

  /** Whether a host's sets are looked at; not for a while after it has wasted our time. */
  takesFrom(host: string): boolean {
    return !this.#parts.waste.isSpent(host);
  }

  /** @throws {Misbehavior} */
  async onTransactions(set: TransactionSet, from: Peer): Promise<void> {
    const { store, chain, pool, peers, resync, waste } = this.#parts;
    const { basis, transactions } = set;
    if (transactions.length === 0) throw new Misbehavior('an empty transaction set');
    await this.#arrivals.run(oneStep(), { signal: from.gone });
    // Their ids alone take long.
    const isTooMuch = transactions.length > MAX_SET_LENGTH || transactions.some(isTooHeavy);
    if (store.blocks.place(basis.id) === undefined) {
      // We may be behind; but any basis can be invented, and megabytes take long to decode.
      waste.spend(from.host, isTooMuch ? MAX_BLOCK_WEIGHT : v2SetSize(transactions));
      return resync(from);
    }
    if (waste.isSpent(from.host)) return;
    if (isTooMuch) return waste.spend(from.host, MAX_BLOCK_WEIGHT);
    // Until the set is found valid: otherwise a host could have any number of them hashed and validated at the same time.
    const size = v2SetSize(transactions);
    waste.spend(from.host, size);
    const { ids, hash, senders, problem } = await this.#examinationsOf(from).run(this.#examine(set), {
      signal: from.gone
    });
    // Only valid ones: others must neither keep a valid copy from our peers nor displace what is remembered.
    const noteKnown = () => ids.forEach((id) => this.#known.set(id, true));
    if (hash === undefined) {
      waste.refund(from.host, size);
      return noteKnown();
    }
    if (senders !== undefined) {
      // Other hosts cannot know that it was rejected, but decoding and hashing it again takes long.
      if (senders.has(hostKey(from.host))) return;
      if (senders.size < MAX_SENDERS) senders.add(hostKey(from.host));
      return waste.refund(from.host, size);
    }
    const refuse = (replayed = 0) => {
      this.#refused.set(hash, new Set([hostKey(from.host)]));
      if (replayed > 0) waste.spend(from.host, replayed * REPLAY_COST);
    };
    if (problem !== undefined) return refuse();
    const offered = { basis, transactions: [], v2Transactions: transactions };
    this.#arriving.add(offered);
    let added: AddedTransactions;
    try {
      added = await pool.add(offered);
    } catch (error) {
      if (error instanceof InvalidTransactionError) {
        return refuse(transactions.some((txn) => hasUnknown(store, txn)) ? distance(store, chain.tip, basis) : 0);
      }
      const isFull = error instanceof PoolFullError;
      // The sender cannot know how full the pool is, but sets larger than a block must pay in any case.
      if (!isFull || size <= MAX_BLOCK_WEIGHT) waste.refund(from.host, size);
      if (isFull) return;
      throw error;
    }
    waste.refund(from.host, size);
    noteKnown();
    from.newsAtMs = systemScheduler.now();
    // The rest of the set was not validated, and could be anything with the ids of transactions that peers have.
    const valid = added.v2Transactions;
    const fresh = valid.filter((txn) => added.fresh.has(v2TransactionId(txn)));
    // They may have left the pool meanwhile; peers ban for an empty set.
    if (fresh.length === 0) return;
    const isAllFresh = fresh.length === transactions.length;
    const relayed = isAllFresh ? set : { basis: chain.tip, transactions: withParentsIn(valid, fresh) };
    for (const peer of peers()) if (peer !== from) peer.notify(calls.relayTransactions, relayed);
  }

  /**
   * What is known of a set before it is validated. Yields between its steps: a set of a few megabytes takes a while to
   * hash, and longer to prove.
   */
  *#examine(set: TransactionSet): Generator<void, ExaminedSet> {
    const { store, chain, pool } = this.#parts;
    const ids: TransactionId[] = [];
    let size = 0;
    for (const txn of set.transactions) {
      if (size >= HASHED_AT_ONCE) {
        yield;
        size = 0;
      }
      size += v2SetSize([txn]);
      ids.push(v2TransactionId(txn));
    }
    if (ids.every((id) => pool.has(id))) return { ids };
    const hash = hashHex(encode(calls.relayTransactions.request, set));
    const senders = this.#refused.get(hash);
    return senders ? { ids, hash, senders } : { ids, hash, problem: yield* unusableInSteps(store, chain.tip, set) };
  }

  #examinationsOf(peer: Peer): StepQueue {
    const queue = this.#examinations.get(peer) ?? new StepQueue();
    this.#examinations.set(peer, queue);
    return queue;
  }

  /**
   * Announces transactions that were submitted to this node.
   * @param set as they were offered to the pool; those of peers are not announced here
   */
  send(added: readonly V2Transaction[], set: OfferedTransactions): void {
    if (this.#arriving.has(set)) return;
    const { chain, pool, peers } = this.#parts;
    const fresh = added.filter((txn) => !this.isKnownToPeers(v2TransactionId(txn)));
    if (fresh.length === 0) return;
    for (const txn of fresh) this.#own.set(v2TransactionId(txn), true);
    const transactions = withParents(pool, fresh);
    for (const txn of transactions) this.#known.set(v2TransactionId(txn), true);
    for (const peer of peers()) peer.notify(calls.relayTransactions, { basis: chain.tip, transactions });
  }

  /**
   * Sends a peer the unconfirmed transactions that were submitted to this node, once for each tip: there may have been
   * no connection then, it may have broken during the transfer, or our tip was too old for the peer to accept them.
   */
  resend(to: Peer): void {
    const { chain, pool } = this.#parts;
    // Some may not be in the pool's list yet, or their parents, without which peers reject them.
    if (!pool.isSettled) {
      pool.settled().then(
        () => this.resend(to),
        () => undefined
      );
      return;
    }
    if (this.#resentAt.get(to) === chain.tip.id) return;
    this.#resentAt.set(to, chain.tip.id);
    const own = pool.v2Transactions.filter((txn) => this.#own.get(v2TransactionId(txn)) !== undefined);
    for (const txn of own.slice(-MAX_RESENT)) {
      to.notify(calls.relayTransactions, { basis: chain.tip, transactions: withParents(pool, [txn]) });
    }
  }
}
