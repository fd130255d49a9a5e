import { systemScheduler } from '$lib/async/scheduler';
import { runAtOnce, StepQueue, type Steps } from '$lib/async/stepQueue';
import type { Block } from '$lib/chain/block/block';
import { MAX_BLOCK_WEIGHT } from '$lib/chain/block/maxWeight';
import type { TransactionCache } from '$lib/chain/block/transactionCache';
import type { ChainIndex } from '$lib/chain/element/elements';
import type { TransactionId } from '$lib/chain/ids';
import type { Transaction } from '$lib/chain/transaction/transaction';
import { transactionId } from '$lib/chain/transaction/transactionIds';
import { v2TransactionId } from '$lib/chain/transaction/v2TransactionIds';
import type { V2Transaction } from '$lib/chain/transaction/v2Transaction';
import type { ChainManager, TipChange } from '../chain/chainManager';
import { PoolFullError, SetTooLongError } from '../errors';
import type { Attempt, SignatureChecker } from '../signatures/signatureChecker';
import type { ChainStore } from '../store/store';
import {
  entriesInSteps,
  feePaying,
  inBlockOrder,
  MAX_SET_LENGTH,
  totalSize,
  totalWeight,
  type PoolEntry
} from './poolEntry';
import { hasCurrentProofs } from './poolProofs';
import { hasRoomFor, MAX_POOL_SIZE, worthKeeping } from './poolRoom';
import { PoolValidator, type Carried, type PoolEffects, type PoolValidatorParts } from './poolValidator';

/** Valid entries, and their effects on the state at the tip. */
interface ValidEntries {
  readonly entries: PoolEntry[];
  readonly effects: PoolEffects;
}

/** Entries to be validated again. */
interface Waiting extends Carried {
  /** Whether their basis may no longer be on the best chain. */
  readonly isReorganized: boolean;
}

/** V1 and V2 transactions, parents before children. */
export interface PoolTransactions {
  readonly transactions: readonly Transaction[];
  readonly v2Transactions: readonly V2Transaction[];
}

/** A set as it is in the pool. */
export interface AddedTransactions extends PoolTransactions {
  /** Ids of those that the pool did not have before; of others it may have a different copy than the one offered. */
  readonly fresh: ReadonlySet<TransactionId>;
}

/** Transactions to add, and the block at which their V2 proofs are valid; the tip by default. */
export interface OfferedTransactions extends PoolTransactions {
  readonly basis?: ChainIndex;
}

/** Signatures, which take a tenth of a second. Clients need no password to broadcast a transaction with thousands of keys. */
const VERIFIED_AT_ONCE = 1_000;
/**
 * Size of the entries that are validated at once: those of a set, and on a new tip the first ones of the pool, so that
 * usual sets and pools never wait; with more of them, miners and clients would.
 */
const VALIDATED_AT_ONCE = MAX_BLOCK_WEIGHT / 8;
/** As long as other work waits for a part of the validation on a new tip. */
const SLICE_MS = 10;
/** Attempts to validate a set in steps, while others are added: each of them makes it start over. */
const MAX_ATTEMPTS_IN_STEPS = 3;

/**
 * Unconfirmed transactions, each valid on top of the tip and the ones before it. On every change of the tip their
 * proofs are updated and invalid ones are dropped: in steps, because a full pool takes seconds. Until then the pool
 * shows only a part of them; see {@link TransactionPool.settled}. After a reorganization, transactions of the old tip
 * that pay a fee return to the pool; V2 ones only if their proofs from that block are still valid, since those are not
 * updated.
 * @see SiaFoundation/coreutils chain/manager.go reorgTo, revalidatePool
 */
export class TransactionPool {
  readonly #store: ChainStore;
  readonly #chain: ChainManager;
  readonly #signatures: SignatureChecker;
  readonly #validator: PoolValidator;
  readonly #stopFollowing: () => void;
  readonly #hashing = new StepQueue();
  readonly #carrying = new StepQueue();
  readonly #adding = new StepQueue();
  readonly #listeners = new Set<(added: readonly V2Transaction[], set: OfferedTransactions) => void>();
  // V1 before V2, as in a block; within each in order of arrival, so parents come first.
  #entries: PoolEntry[] = [];
  /** All that are being validated again, as before, while `#entries` has only the first of them. */
  #waiting: Waiting | undefined;
  /** Resolves once that is done, or superseded by the next change of the tip. */
  #settling: Promise<void> = Promise.resolve();
  /** The copy that {@link entries} returns: made on the first read after a change, not on every addition. */
  #snapshot: readonly PoolEntry[] | undefined;
  /** The block at which the entries' proofs are valid. */
  #tip: ChainIndex;
  #weight = 0;
  #size = 0;
  #version = 0;
  #generation = 0;
  #ids: Set<TransactionId> = new Set();
  /** All entries applied to the tip, so that a new transaction can be validated without revalidating them. */
  #effects: PoolEffects | undefined;

  constructor(parts: PoolValidatorParts) {
    const { store, chain, signatures } = parts;
    this.#store = store;
    this.#chain = chain;
    this.#signatures = signatures;
    this.#validator = new PoolValidator(parts);
    this.#tip = chain.tip;
    this.#stopFollowing = chain.onTip((change) => this.#follow(change));
  }

  /** Until the pool is {@link settled}, only those found valid so far. */
  get entries(): readonly PoolEntry[] {
    return (this.#snapshot ??= [...this.#entries]);
  }

  /** Whether all entries have been validated at the tip. */
  get isSettled(): boolean {
    return this.#waiting === undefined;
  }

  /** Resolves once the pool {@link isSettled}. */
  async settled(): Promise<void> {
    for (let last: Promise<void> | undefined; last !== this.#settling;) await (last = this.#settling);
  }

  /** The same for work in steps. */
  *untilSettled(): Steps<void> {
    while (!this.isSettled) yield this.settled();
  }

  /** Number of transactions, including those that are being validated again. */
  get count(): number {
    return this.#ids.size;
  }

  /** Whether the pool contains the transaction, which may be among those being validated again. */
  has(id: TransactionId): boolean {
    return this.#ids.has(id);
  }

  /** Total weight, including the transactions that are being validated again. */
  get weight(): number {
    return this.#weight;
  }

  /** Cache of its V2 transactions, for decoding blocks. */
  get cache(): TransactionCache {
    return this.#validator.cache;
  }

  /** Incremented with every change of the content. */
  get version(): number {
    return this.#version;
  }

  /** Incremented with every change other than additions at the end of {@link entries}. */
  get generation(): number {
    return this.#generation;
  }

  get transactions(): readonly Transaction[] {
    return this.#entries.flatMap((entry) => (entry.version === 1 ? [entry.txn] : []));
  }

  /** With proofs valid at the tip. */
  get v2Transactions(): readonly V2Transaction[] {
    return this.#entries.flatMap((entry) => (entry.version === 2 ? [entry.txn] : []));
  }

  /**
   * Adds the transactions, all or none; duplicates are ignored.
   * @param wanted drops a set that still waits for its proofs to be rebased, once its signal aborts
   * @returns the set with V2 proofs valid at the tip
   * @throws {InvalidTransactionError} the first invalid transaction {@link PoolFullError} the set pays too little
   * {@link SetTooLongError}
   */
  async add(set: OfferedTransactions, wanted?: { readonly signal: AbortSignal }): Promise<AddedTransactions> {
    if (set.transactions.length + set.v2Transactions.length > MAX_SET_LENGTH) {
      throw new SetTooLongError(MAX_SET_LENGTH);
    }
    const offered = await this.#hashing.run(entriesInSteps(set.transactions, set.v2Transactions), wanted);
    await this.#waitUntilSettled(wanted);
    const carried = await this.#carrying.run(this.#validator.carried(this.#fresh(offered), set.basis), wanted);
    let done: { readonly all: readonly PoolEntry[]; readonly fresh: readonly PoolEntry[] } | undefined;
    for (let attempts = 1; done === undefined; attempts++) {
      // There may have been a new tip while signatures were verified.
      await this.#waitUntilSettled(wanted);
      done = await this.#signatures.withVerified((attempt) => {
        const work = this.#addFresh(offered, carried, attempt);
        return attempts > MAX_ATTEMPTS_IN_STEPS ? runAtOnce(work) : this.#adding.run(work, wanted);
      }, VERIFIED_AT_ONCE);
    }
    let added = done.all;
    if (!this.isSettled) {
      // The full pool drops others for them, which takes a while; there may be a new tip.
      await this.settled();
      added = this.#withIds(offered);
    }
    const v2Transactions = added.flatMap((entry) => (entry.version === 2 ? [entry.txn] : []));
    for (const listener of this.#listeners) listener(v2Transactions, set);
    return {
      transactions: added.flatMap((entry) => (entry.version === 1 ? [entry.txn] : [])),
      v2Transactions,
      fresh: new Set(done.fresh.map(({ id }) => id))
    };
  }

  async #waitUntilSettled(wanted: { readonly signal: AbortSignal } | undefined): Promise<void> {
    if (this.isSettled) return;
    await this.settled();
    wanted?.signal.throwIfAborted();
  }

  /**
   * Does so in steps if there are many, or if their proofs have to be rebased to another tip than before.
   * @returns the offered entries as they are in the pool, and those of them that it did not have; undefined if the pool
   * changed between two steps
   */
  *#addFresh(
    offered: readonly PoolEntry[],
    { entries, basis }: Carried,
    attempt: Attempt
  ): Generator<void, { all: readonly PoolEntry[]; fresh: readonly PoolEntry[] } | undefined> {
    if (!this.isSettled) return undefined;
    const version = this.#version;
    const { state } = this.#chain;
    // An empty pool stays the same on a new tip.
    const isChanged = (): boolean => this.#version !== version || this.#chain.state !== state;
    const carried = yield* this.#validator.carried(this.#fresh(entries), basis);
    const added = yield* this.#append(carried.entries, isChanged, attempt);
    if (added === undefined) return undefined;
    const all = added.length === offered.length ? added : this.#withIds(offered);
    // The added ones stay: there would have been no room for them otherwise.
    if (this.#size >= MAX_POOL_SIZE) {
      const entries = worthKeeping(this.entries, this.#size);
      this.#revalidate([], { entries, basis: this.#tip, isReorganized: false });
    }
    return { all, fresh: added };
  }

  #withIds(wanted: readonly PoolEntry[]): readonly PoolEntry[] {
    const ids = new Set(wanted.map(({ id }) => id));
    return this.#entries.filter(({ id }) => ids.has(id));
  }

  /** The entries that are not in the pool. @throws {PoolFullError} there is no room for them */
  #fresh(offered: readonly PoolEntry[]): readonly PoolEntry[] {
    const fresh = offered.filter(({ id }) => !this.#ids.has(id));
    if (fresh.length === 0 || hasRoomFor(fresh, this.entries, this.#size)) return fresh;
    throw new PoolFullError(this.#size, MAX_POOL_SIZE);
  }

  /** Calls `listener` with the V2 transactions of every valid set. @returns the function that unsubscribes */
  onAdded(listener: (offered: readonly V2Transaction[], set: OfferedTransactions) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Stops following the chain. */
  close(): void {
    this.#stopFollowing();
    this.#waiting = undefined;
  }

  /**
   * Validates only the new entries, so the cost does not depend on the size of the pool. A V1 transaction precedes the
   * V2 ones in a block: it must be valid without them, and also after them, so that it does not conflict with them and
   * they stay valid.
   * @param isChanged whether the pool or the tip has changed since; the result is undefined once it has
   * @throws {InvalidTransactionError}
   */
  *#append(
    offered: readonly PoolEntry[],
    isChanged: () => boolean,
    attempt: Attempt
  ): Generator<void, readonly PoolEntry[] | undefined> {
    if (isChanged()) return undefined;
    if (offered.length === 0) return [];
    // An empty pool does not follow the tip.
    if (this.#effects?.all.state !== this.#chain.state) this.#effects = this.#validator.emptyEffects();
    const [v1, all] = [this.#effects.v1.fork(), this.#effects.all.fork()];
    const hasV2 = this.#entries.at(-1)?.version === 2;
    const entries: PoolEntry[] = [];
    let size = 0;
    for (const entry of offered) {
      if (size >= VALIDATED_AT_ONCE) {
        yield;
        if (isChanged()) return undefined;
      }
      size += entry.size;
      if (entry.version === 1) {
        this.#validator.validate(entry, v1, attempt.verifySignature);
        this.#validator.apply(entry, v1);
      }
      const valid =
        entry.version === 2 || hasV2 ? this.#validator.validate(entry, all, attempt.verifySignature) : entry;
      this.#validator.apply(valid, all);
      entries.push(valid);
    }
    attempt.requireVerified();
    v1.commit();
    all.commit();
    // Not as arguments, of which there may be too many.
    for (const entry of entries) this.#entries.push(entry);
    if (hasV2 && entries[0]?.version === 1) {
      this.#entries = inBlockOrder(this.#entries);
      this.#generation++;
    }
    this.#snapshot = undefined;
    this.#weight += totalWeight(entries);
    this.#size += totalSize(entries);
    this.#version++;
    for (const entry of entries) {
      this.#ids.add(entry.id);
      if (entry.version === 2) this.#validator.prepare(entry.txn);
    }
    return entries;
  }

  /**
   * Validates entries on the tip: the first of them at once, which the pool shows until it has validated the others.
   * @param returning from a reverted block, with current proofs
   */
  #revalidate(returning: readonly PoolEntry[], left: Waiting): void {
    const waiting = { ...left, entries: [...returning, ...left.entries] };
    this.#waiting = waiting;
    this.#contain(waiting.entries);
    this.#show([], this.#validator.emptyEffects());
    this.#settling = this.#settle(waiting, this.#revalidateInSteps(returning, left));
    // Logged even if nothing waits for it.
    this.#settling.catch((error: unknown) => console.error(error));
  }

  /**
   * Does the work, until a new tip makes it obsolete. All steps of a slice are done in one task: in a reorganization,
   * the store is changed before the tip, with other work of that task in between.
   */
  async #settle(waiting: Waiting, work: Generator<void, void>): Promise<void> {
    if (work.next().done) return;
    for (;;) {
      await systemScheduler.yield();
      if (this.#waiting !== waiting) return;
      const endsAtMs = systemScheduler.now() + SLICE_MS;
      do {
        if (work.next().done) return;
      } while (systemScheduler.now() < endsAtMs);
    }
  }

  *#revalidateInSteps(returning: readonly PoolEntry[], left: Waiting): Generator<void, void> {
    const { entries } = yield* withoutFirstStep(this.#validator.carried(left.entries, left.basis));
    // Returning transactions may be parents of those in the pool.
    let valid = yield* this.#validInSteps(inBlockOrder([...returning, ...entries]), !left.isReorganized);
    const kept = worthKeeping(valid.entries, totalSize(valid.entries));
    if (kept.length < valid.entries.length) valid = yield* this.#validInSteps(kept, true);
    this.#waiting = undefined;
    this.#contain(valid.entries);
    this.#show(valid.entries, valid.effects);
  }

  /**
   * The entries with updated proofs that are valid after the ones before them. Yields before all but the first ones.
   * @param arePlaced see {@link refreshProofs}
   */
  *#validInSteps(entries: readonly PoolEntry[], arePlaced: boolean): Generator<void, ValidEntries> {
    const effects = this.#validator.emptyEffects();
    const valid: PoolEntry[] = [];
    let size = 0;
    for (const entry of entries) {
      if (size >= VALIDATED_AT_ONCE) {
        if (this.#entries.length === 0) this.#show([...valid], undefined);
        yield;
      }
      size += entry.size;
      const validEntry = this.#validator.revalidate(entry, effects, arePlaced);
      if (validEntry !== undefined) valid.push(validEntry);
    }
    return { entries: valid, effects };
  }

  /** Counts what the pool contains, shown or not. */
  #contain(entries: readonly PoolEntry[]): void {
    this.#ids = new Set(entries.map(({ id }) => id));
    this.#weight = totalWeight(entries);
    this.#size = totalSize(entries);
  }

  /** @param effects undefined for a part of the pool, to which nothing is added */
  #show(entries: PoolEntry[], effects: PoolEffects | undefined): void {
    this.#entries = entries;
    this.#snapshot = undefined;
    this.#effects = effects;
    this.#version++;
    this.#generation++;
  }

  #follow({ tip, reverted, applied }: TipChange): void {
    const confirmed = new Set(applied.flatMap(blockTransactionIds));
    const before = this.#waiting ?? { entries: this.#entries, basis: this.#tip, isReorganized: false };
    const isReorganized = before.isReorganized || reverted.length > 0;
    this.#tip = tip;
    const [oldTip] = reverted;
    const returning = (oldTip === undefined ? [] : feePaying(oldTip))
      .filter(({ id }) => !confirmed.has(id) && !this.#ids.has(id))
      .filter((entry) => this.#mayReturn(entry));
    if (returning.length === 0 && before.entries.length === 0) return;
    const entries = before.entries.filter(({ id }) => !confirmed.has(id));
    this.#revalidate(returning, { entries, basis: before.basis, isReorganized });
  }

  #mayReturn(entry: PoolEntry): boolean {
    return entry.version === 1 || hasCurrentProofs(this.#store, this.#chain.state, entry.txn);
  }
}

/** The work without its first step, up to which all is done at once. */
function* withoutFirstStep<T>(work: Generator<void, T>): Generator<void, T> {
  let step = work.next();
  if (!step.done) step = work.next();
  for (; !step.done; step = work.next()) yield;
  return step.value;
}

const blockTransactionIds = ({ transactions, v2 }: Block): TransactionId[] => [
  ...transactions.map(transactionId),
  ...(v2?.transactions ?? []).map(v2TransactionId)
];
