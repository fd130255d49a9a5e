import { runAtOnce, StepQueue } from '$lib/async/stepQueue';
import type { Block } from '$lib/chain/block/block';
import { v2CommitmentLeaf } from '$lib/chain/block/commitment';
import type { ChainIndex } from '$lib/chain/element/elements';
import type { TransactionId } from '$lib/chain/ids';
import { withStrictEphemeralOutputs } from '$lib/chain/network/network';
import { TransactionCache } from '$lib/chain/block/transactionCache';
import { isPlatformDependent } from '$lib/chain/keys/verifySignature';
import type { Transaction } from '$lib/chain/transaction/transaction';
import { transactionId } from '$lib/chain/transaction/transactionIds';
import { v2TransactionId } from '$lib/chain/transaction/v2TransactionIds';
import type { V2Transaction } from '$lib/chain/transaction/v2Transaction';
import type { VerifySignature } from '$lib/chain/policy/verifyPolicy';
import { applyTransaction, applyV2Transaction } from '$lib/consensus/apply/applyTransaction';
import { BlockEffects } from '$lib/consensus/apply/blockEffects';
import { ConsensusError } from '$lib/consensus/errors';
import { validateTransaction } from '$lib/consensus/validate/validateTransaction';
import { validateV2Transaction } from '$lib/consensus/validate/validateV2Transaction';
import type { ChainManager, TipChange } from '../chain/chainManager';
import { InvalidTransactionError, PoolFullError, SetTooLongError } from '../errors';
import { feeOf, MAX_SET_LENGTH, totalSize, totalWeight, v1Entry, v2Entry, type PoolEntry } from './poolEntry';
import { carryUnknown, hasCurrentProofs, refreshContracts, refreshProofs } from './poolProofs';
import { hasRoomFor, MAX_POOL_SIZE, worthKeeping } from './poolRoom';
import type { Attempt, SignatureChecker } from '../signatures/signatureChecker';
import type { ChainStore } from '../store/store';
import { supplementTransaction } from '../chain/supplement';

/** The entries' effects on the state at the tip. */
interface PoolEffects {
  /** The V1 transactions alone, which come first in a block. */
  readonly v1: BlockEffects;
  readonly all: BlockEffects;
}

/** Entries whose proofs are valid at a block; undefined for the tip. */
interface Carried {
  readonly entries: readonly PoolEntry[];
  readonly basis: ChainIndex | undefined;
}

/** V1 and V2 transactions, parents before children. */
export interface PoolTransactions {
  readonly transactions: readonly Transaction[];
  readonly v2Transactions: readonly V2Transaction[];
}

/** Transactions to add, and the block at which their V2 proofs are valid; the tip by default. */
export interface OfferedTransactions extends PoolTransactions {
  readonly basis?: ChainIndex;
}

/** Signatures, which take a tenth of a second. Clients need no password to broadcast a transaction with thousands of keys. */
const VERIFIED_AT_ONCE = 1_000;

export interface TransactionPoolOptions {
  readonly store: ChainStore;
  readonly chain: ChainManager;
  readonly signatures: SignatureChecker;
}

/**
 * Unconfirmed transactions, each valid on top of the tip and the ones before it. On every change of the tip their
 * proofs are updated and invalid ones are dropped. After a reorganization, transactions of the old tip that pay a fee
 * return to the pool; V2 ones only if their proofs from that block are still valid, since those are not updated.
 * @see SiaFoundation/coreutils chain/manager.go reorgTo, revalidatePool
 */
export class TransactionPool {
  readonly #store: ChainStore;
  readonly #chain: ChainManager;
  readonly #signatures: SignatureChecker;
  readonly #stopFollowing: () => void;
  readonly #carrying = new StepQueue();
  readonly #listeners = new Set<(added: readonly V2Transaction[], set: OfferedTransactions) => void>();
  // V1 before V2, as in a block; within each in order of arrival, so parents come first.
  #entries: PoolEntry[] = [];
  /** The copy that {@link entries} returns: made on the first read after a change, not on every addition. */
  #snapshot: readonly PoolEntry[] | undefined;
  /** The block at which the entries' proofs are valid. */
  #tip: ChainIndex;
  #weight = 0;
  #size = 0;
  #version = 0;
  #cache = new TransactionCache([]);
  #ids: Set<TransactionId> = new Set();
  /** All entries applied to the tip, so that a new transaction can be validated without revalidating them. */
  #effects: PoolEffects | undefined;

  constructor({ store, chain, signatures }: TransactionPoolOptions) {
    this.#store = store;
    this.#chain = chain;
    this.#signatures = signatures;
    this.#tip = chain.tip;
    this.#stopFollowing = chain.onTip((change) => this.#follow(change));
  }

  get entries(): readonly PoolEntry[] {
    return (this.#snapshot ??= [...this.#entries]);
  }

  has(id: TransactionId): boolean {
    return this.#ids.has(id);
  }

  /** Total weight. */
  get weight(): number {
    return this.#weight;
  }

  /** Cache of its V2 transactions, for decoding blocks. */
  get cache(): TransactionCache {
    return this.#cache;
  }

  /** Incremented with every change of the content. */
  get version(): number {
    return this.#version;
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
  async add(set: OfferedTransactions, wanted?: { readonly signal: AbortSignal }): Promise<PoolTransactions> {
    if (set.transactions.length + set.v2Transactions.length > MAX_SET_LENGTH) {
      throw new SetTooLongError(MAX_SET_LENGTH);
    }
    const offered = distinct([...set.transactions.map(v1Entry), ...set.v2Transactions.map(v2Entry)]);
    const carried = await this.#carrying.run(this.#carried(this.#fresh(offered), set.basis), wanted);
    const added = await this.#signatures.withVerified((attempt) => {
      const fresh = this.#fresh(carried.entries);
      if (fresh.length === 0) return [];
      // The tip may have changed.
      const { entries } = runAtOnce(this.#carried(fresh, carried.basis));
      const effects = this.#effects;
      const valid =
        effects?.all.state === this.#chain.state
          ? this.#append(entries, effects, attempt)
          : this.#insert(entries, attempt);
      this.#trim(valid);
      return valid;
    }, VERIFIED_AT_ONCE);
    const ids = new Set(offered.map(({ id }) => id));
    // Entries that were already in the pool have to be looked up.
    const all = added.length === ids.size ? added : this.#entries.filter(({ id }) => ids.has(id));
    const v2Transactions = all.flatMap((entry) => (entry.version === 2 ? [entry.txn] : []));
    for (const listener of this.#listeners) listener(v2Transactions, set);
    return {
      transactions: all.flatMap((entry) => (entry.version === 1 ? [entry.txn] : [])),
      v2Transactions
    };
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
  }

  /**
   * Validates only the new entries, so the cost does not depend on the size of the pool. A V1 transaction precedes the
   * V2 ones in a block: it must be valid without them, and also after them, so that it does not conflict with them and
   * they stay valid.
   * @throws {InvalidTransactionError}
   */
  #append(offered: readonly PoolEntry[], effects: PoolEffects, attempt: Attempt): readonly PoolEntry[] {
    const [v1, all] = [effects.v1.fork(), effects.all.fork()];
    const hasV2 = this.#entries.at(-1)?.version === 2;
    const entries = offered.map((entry) => {
      if (entry.version === 1) {
        this.#validate(entry, v1, attempt.verifySignature);
        this.#apply(entry, v1);
      }
      const valid = entry.version === 2 || hasV2 ? this.#validate(entry, all, attempt.verifySignature) : entry;
      this.#apply(valid, all);
      return valid;
    });
    attempt.requireVerified();
    v1.commit();
    all.commit();
    // Not as arguments, of which there may be too many.
    for (const entry of entries) this.#entries.push(entry);
    if (hasV2 && entries[0]?.version === 1) this.#entries = inBlockOrder(this.#entries);
    this.#snapshot = undefined;
    this.#weight += totalWeight(entries);
    this.#size += totalSize(entries);
    this.#version++;
    for (const entry of entries) {
      this.#ids.add(entry.id);
      if (entry.version === 2) this.#prepare(entry.txn);
    }
    return entries;
  }

  /** Validates the whole pool, with the new entries in block order. @throws {InvalidTransactionError} */
  #insert(offered: readonly PoolEntry[], attempt: Attempt): readonly PoolEntry[] {
    const entries = inBlockOrder([...this.#entries, ...offered]);
    const valid = this.#validateEntries(entries, attempt.verifySignature, (error) => {
      throw error;
    });
    attempt.requireVerified();
    this.#replace(valid);
    const ids = new Set(offered.map(({ id }) => id));
    return valid.entries.filter(({ id }) => ids.has(id));
  }

  /**
   * Drops the worst-paying entries of a full pool and their descendants.
   * @throws {PoolFullError} one of the `added` entries would be dropped: then they all are, and no others
   */
  #trim(added: readonly PoolEntry[] = []): void {
    const size = this.#size;
    const kept = worthKeeping(this.entries, size);
    if (kept.length === this.#entries.length) return;
    const reduceTo = (remaining: readonly PoolEntry[]) =>
      this.#replace(this.#validateEntries(remaining, this.#signatures.verifyNow, () => {}));
    const before = this.#entries;
    reduceTo(kept);
    const addedIds = new Set(added.map(({ id }) => id));
    if (added.every(({ id }) => this.#ids.has(id))) return;
    reduceTo(before.filter(({ id }) => !addedIds.has(id)));
    throw new PoolFullError(size, MAX_POOL_SIZE);
  }

  #replace({ entries, effects }: { readonly entries: readonly PoolEntry[]; readonly effects: PoolEffects }): void {
    this.#entries = [...entries];
    this.#snapshot = undefined;
    this.#effects = effects;
    this.#ids = new Set(entries.map(({ id }) => id));
    this.#weight = totalWeight(entries);
    this.#size = totalSize(entries);
    this.#version++;
    this.#chain.validatedTransactions.replace(this.#chain.state, []);
    this.#cache = new TransactionCache([]);
    for (const txn of this.v2Transactions) this.#prepare(txn);
  }

  /** Caches a valid transaction for decoding and validating blocks. */
  #prepare(txn: V2Transaction): void {
    this.#chain.validatedTransactions.add(txn);
    this.#cache.add(txn);
    // Memoized now, so that templates and blocks need not compute it later.
    v2CommitmentLeaf(txn);
  }

  /** The entries with updated proofs that are valid after the ones before them, and their effects. */
  #validateEntries(
    entries: readonly PoolEntry[],
    verifySignature: VerifySignature,
    onInvalid: (error: InvalidTransactionError) => void
  ): { entries: readonly PoolEntry[]; effects: PoolEffects } {
    const { state } = this.#chain;
    // The rule applies in the pool at all heights: before it, ephemeral outputs can claim any value.
    const network = withStrictEphemeralOutputs(this.#chain.network);
    const effects = { v1: new BlockEffects(network, state), all: new BlockEffects(network, state) };
    const valid = entries.flatMap((entry): PoolEntry[] => {
      try {
        const validEntry = this.#validate(entry, effects.all, verifySignature);
        this.#apply(validEntry, effects.all);
        if (entry.version === 1) this.#apply(entry, effects.v1);
        return [validEntry];
      } catch (error) {
        if (!(error instanceof InvalidTransactionError)) throw error;
        onInvalid(error);
        return [];
      }
    });
    return { entries: valid, effects };
  }

  /** The entry with proofs valid at the tip. @throws {InvalidTransactionError} */
  #validate(entry: PoolEntry, effects: BlockEffects, verify: VerifySignature): PoolEntry {
    const { state, validatedTransactions: validated } = this.#chain;
    const verifySignature = withoutSmallOrder(verify);
    try {
      if (entry.version === 1) {
        const supplement = supplementTransaction(this.#store, state, entry.txn);
        validateTransaction({ effects, verifySignature }, entry.txn, supplement);
        return entry;
      }
      const txn = validated.has(state, entry.txn) ? entry.txn : refreshProofs(this.#store, state, entry.txn);
      validateV2Transaction({ effects, verifySignature, validated }, txn);
      return { ...entry, txn };
    } catch (error) {
      throw error instanceof ConsensusError ? new InvalidTransactionError(entry.id, entry.version, error) : error;
    }
  }

  #apply(entry: PoolEntry, effects: BlockEffects): void {
    if (entry.version === 1) {
      applyTransaction(effects, entry.txn, supplementTransaction(this.#store, this.#chain.state, entry.txn));
    } else applyV2Transaction(effects, entry.txn);
  }

  #follow({ tip, reverted, applied }: TipChange): void {
    const confirmed = new Set(applied.flatMap(blockTransactionIds));
    const basis = this.#tip;
    this.#tip = tip;
    const [oldTip] = reverted;
    const returning = (oldTip === undefined ? [] : feePaying(oldTip))
      .filter(({ id }) => !confirmed.has(id) && !this.#ids.has(id))
      .filter((entry) => this.#mayReturn(entry));
    if (returning.length === 0 && this.#entries.length === 0) return;
    const left = this.#entries.filter(({ id }) => !confirmed.has(id));
    const waiting = runAtOnce(this.#carried(left, basis)).entries.map((entry) => this.#withContractsAtTip(entry));
    const { verifyNow } = this.#signatures;
    // Returning transactions may be parents of those in the pool.
    this.#replace(this.#validateEntries(inBlockOrder([...returning, ...waiting]), verifyNow, () => {}));
    this.#trim();
  }

  #mayReturn(entry: PoolEntry): boolean {
    return entry.version === 1 || hasCurrentProofs(this.#store, this.#chain.state, entry.txn);
  }

  /**
   * The entries with proofs that the store cannot compute rebased to the tip, and the block at which these are valid.
   * Yields before each block on the way.
   * @param basis undefined if they are current
   */
  *#carried(entries: readonly PoolEntry[], basis: ChainIndex | undefined): Generator<void, Carried> {
    if (basis === undefined) return { entries, basis };
    const { network, tip } = this.#chain;
    const given = entries.flatMap((entry) => (entry.version === 2 ? [entry.txn] : []));
    const carried = (yield* carryUnknown(this.#store, network, given, basis, tip))?.values();
    if (carried === undefined) return { entries, basis };
    return {
      entries: entries.map((entry) => (entry.version === 1 ? entry : { ...entry, txn: carried.next().value! })),
      basis: tip
    };
  }

  /** A block may have revised a contract of the entry, or a revision may have been reverted. */
  #withContractsAtTip(entry: PoolEntry): PoolEntry {
    return entry.version === 1 ? entry : { ...entry, txn: refreshContracts(this.#store, entry.txn) };
  }
}

/**
 * The pool refuses signatures that only the slow verifier can decide, which runs on this thread: no wallet makes one, and
 * a set of transactions can have thousands. Blocks may contain them.
 */
const withoutSmallOrder =
  (verify: VerifySignature): VerifySignature =>
  (publicKey, message, signature) =>
    !isPlatformDependent(publicKey, signature) && verify(publicKey, message, signature);

/** The first entry with each id. */
function distinct(entries: readonly PoolEntry[]): PoolEntry[] {
  const ids = new Set<TransactionId>();
  return entries.filter(({ id }) => ids.size < ids.add(id).size);
}

const inBlockOrder = (entries: readonly PoolEntry[]): PoolEntry[] => entries.toSorted((a, b) => a.version - b.version);

const blockTransactionIds = ({ transactions, v2 }: Block): TransactionId[] => [
  ...transactions.map(transactionId),
  ...(v2?.transactions ?? []).map(v2TransactionId)
];

const feePaying = ({ transactions, v2 }: Block): PoolEntry[] =>
  [...transactions.map(v1Entry), ...(v2?.transactions ?? []).map(v2Entry)].filter((entry) => feeOf(entry) > 0n);
