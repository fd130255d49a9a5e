import { v2CommitmentLeaf } from '$lib/chain/block/commitment';
import type { ChainState } from '$lib/chain/block/state';
import { TransactionCache } from '$lib/chain/block/transactionCache';
import type { ChainIndex } from '$lib/chain/element/elements';
import { isPlatformDependent } from '$lib/chain/keys/verifySignature';
import { withStrictEphemeralOutputs } from '$lib/chain/network/network';
import type { VerifySignature } from '$lib/chain/policy/verifyPolicy';
import type { V2Transaction } from '$lib/chain/transaction/v2Transaction';
import { applyTransaction, applyV2Transaction } from '$lib/consensus/apply/applyTransaction';
import { BlockEffects } from '$lib/consensus/apply/blockEffects';
import { ConsensusError } from '$lib/consensus/errors';
import { validateTransaction } from '$lib/consensus/validate/validateTransaction';
import { validateV2Transaction } from '$lib/consensus/validate/validateV2Transaction';
import type { ChainManager } from '../chain/chainManager';
import { supplementTransaction } from '../chain/supplement';
import { InvalidTransactionError } from '../errors';
import type { SignatureChecker } from '../signatures/signatureChecker';
import type { ChainStore } from '../store/store';
import type { PoolEntry } from './poolEntry';
import { carryUnknown, refreshContracts, refreshProofs } from './poolProofs';

export interface PoolValidatorParts {
  readonly store: ChainStore;
  readonly chain: ChainManager;
  readonly signatures: SignatureChecker;
}

/** The entries' effects on the state at the tip. */
export interface PoolEffects {
  /** The V1 transactions alone, which come first in a block. */
  readonly v1: BlockEffects;
  readonly all: BlockEffects;
}

/** Entries whose proofs are valid at a block; undefined for the tip. */
export interface Carried {
  readonly entries: readonly PoolEntry[];
  readonly basis: ChainIndex | undefined;
}

/** Validates entries of the pool on the tip. Valid V2 ones are cached for decoding and validating blocks. */
export class PoolValidator {
  readonly #store: ChainStore;
  readonly #chain: ChainManager;
  readonly #signatures: SignatureChecker;
  #cache = new TransactionCache([]);
  /** The state for which transactions are cached, here and in the chain. */
  #cachedFor: ChainState | undefined;

  constructor({ store, chain, signatures }: PoolValidatorParts) {
    this.#store = store;
    this.#chain = chain;
    this.#signatures = signatures;
  }

  /** Cache for decoding blocks. */
  get cache(): TransactionCache {
    return this.#cache;
  }

  /** Effects of no entries. Forgets the transactions cached for another state. */
  emptyEffects(): PoolEffects {
    const { state, validatedTransactions } = this.#chain;
    if (this.#cachedFor !== state) {
      this.#cachedFor = state;
      validatedTransactions.clear(state);
      this.#cache = new TransactionCache([]);
    }
    // The rule applies in the pool at all heights: before it, ephemeral outputs can claim any value.
    const network = withStrictEphemeralOutputs(this.#chain.network);
    return { v1: new BlockEffects(network, state), all: new BlockEffects(network, state) };
  }

  /**
   * The entries with proofs that the store cannot compute rebased to the tip, and the block at which these are valid.
   * Yields before each block on the way.
   * @param basis undefined if they are current
   */
  *carried(entries: readonly PoolEntry[], basis: ChainIndex | undefined): Generator<void, Carried> {
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

  /**
   * An entry that was valid on an earlier tip, with proofs valid at this one, applied to the effects and cached;
   * undefined if it is not valid after them. A block may have revised its contract, or a revision may have been reverted.
   * @param isPlaced see {@link refreshProofs}
   */
  revalidate(entry: PoolEntry, effects: PoolEffects, isPlaced: boolean): PoolEntry | undefined {
    const atTip = entry.version === 1 ? entry : { ...entry, txn: refreshContracts(this.#store, entry.txn) };
    let valid: PoolEntry;
    try {
      valid = this.validate(atTip, effects.all, this.#signatures.verifyNow, isPlaced);
    } catch (error) {
      if (error instanceof InvalidTransactionError) return undefined;
      throw error;
    }
    this.apply(valid, effects.all);
    if (valid.version === 1) this.apply(valid, effects.v1);
    else this.prepare(valid.txn);
    return valid;
  }

  /** The entry with proofs valid at the tip. @throws {InvalidTransactionError} */
  validate(entry: PoolEntry, effects: BlockEffects, verify: VerifySignature, isPlaced = false): PoolEntry {
    const { state, validatedTransactions: validated } = this.#chain;
    const verifySignature = withoutSmallOrder(verify);
    try {
      if (entry.version === 1) {
        const supplement = supplementTransaction(this.#store, state, entry.txn);
        validateTransaction({ effects, verifySignature }, entry.txn, supplement);
        return entry;
      }
      const isCurrent = validated.has(state, entry.txn);
      const txn = isCurrent ? entry.txn : refreshProofs(this.#store, state, entry.txn, isPlaced);
      validateV2Transaction({ effects, verifySignature, validated }, txn);
      return { ...entry, txn };
    } catch (error) {
      throw error instanceof ConsensusError ? new InvalidTransactionError(entry.id, entry.version, error) : error;
    }
  }

  /** Adds the effects of a valid entry. */
  apply(entry: PoolEntry, effects: BlockEffects): void {
    if (entry.version === 1) {
      applyTransaction(effects, entry.txn, supplementTransaction(this.#store, this.#chain.state, entry.txn));
    } else applyV2Transaction(effects, entry.txn);
  }

  /** Caches a valid transaction. */
  prepare(txn: V2Transaction): void {
    this.#chain.validatedTransactions.add(txn);
    this.#cache.add(txn);
    // Memoized now, so that templates and blocks need not compute it later.
    v2CommitmentLeaf(txn);
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
