import type { Block } from '$lib/chain/block/block';
import { v2CommitmentLeaf } from '$lib/chain/block/commitment';
import type { TransactionId } from '$lib/chain/ids';
import { TransactionCache } from '$lib/chain/block/transactionCache';
import type { Transaction } from '$lib/chain/transaction/transaction';
import { transactionId } from '$lib/chain/transaction/transactionIds';
import { v2TransactionId } from '$lib/chain/transaction/v2TransactionIds';
import type { V2Transaction } from '$lib/chain/transaction/v2Transaction';
import type { VerifySignature } from '$lib/chain/policy/verifyPolicy';
import { MAX_BLOCK_WEIGHT, transactionWeight, v2TransactionWeight } from '$lib/chain/block/weight';
import { applyTransaction, applyV2Transaction } from '$lib/consensus/apply/applyTransaction';
import { BlockEffects } from '$lib/consensus/apply/blockEffects';
import { ConsensusError } from '$lib/consensus/errors';
import { validateTransaction } from '$lib/consensus/validate/validateTransaction';
import { validateV2Transaction } from '$lib/consensus/validate/validateV2Transaction';
import type { ChainManager, TipChange } from '../chain/chainManager';
import { InvalidTransactionError, PoolFullError } from '../errors';
import { refreshContracts, refreshProofs } from './poolProofs';
import type { SignatureChecker } from '../signatures/signatureChecker';
import type { ChainStore } from '../store/store';
import { supplementTransaction } from '../chain/supplement';

/** A V1 or V2 transaction in the pool. */
export type PoolEntry = { readonly id: TransactionId; readonly weight: number } & (
  { readonly version: 1; readonly txn: Transaction } | { readonly version: 2; readonly txn: V2Transaction }
);

/** V1 and V2 transactions, parents before children. */
export interface PoolTransactions {
  readonly transactions: readonly Transaction[];
  readonly v2Transactions: readonly V2Transaction[];
}

export interface TransactionPoolOptions {
  readonly store: ChainStore;
  readonly chain: ChainManager;
  readonly signatures: SignatureChecker;
}

// At most ten full blocks.
const MAX_POOL_WEIGHT = 10 * MAX_BLOCK_WEIGHT;

/**
 * Unconfirmed transactions, each valid on top of the tip and the ones before it. On every change of the tip their
 * proofs are updated, invalid ones are dropped, and transactions of reverted blocks return.
 */
export class TransactionPool {
  readonly #store: ChainStore;
  readonly #chain: ChainManager;
  readonly #signatures: SignatureChecker;
  readonly #stopFollowing: () => void;
  // V1 before V2, as in a block; within each in order of arrival, so parents come first.
  #entries: readonly PoolEntry[] = [];
  #weight = 0;
  #version = 0;
  #cache = new TransactionCache([]);

  constructor({ store, chain, signatures }: TransactionPoolOptions) {
    this.#store = store;
    this.#chain = chain;
    this.#signatures = signatures;
    this.#stopFollowing = chain.onTip((change) => this.#follow(change));
  }

  get entries(): readonly PoolEntry[] {
    return this.#entries;
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
   * @returns the set with V2 proofs valid at the tip
   * @throws {InvalidTransactionError} the first invalid transaction {@link PoolFullError}
   */
  async add(set: PoolTransactions): Promise<PoolTransactions> {
    const offered = [...set.transactions.map(v1Entry), ...set.v2Transactions.map(v2Entry)];
    await this.#signatures.withVerified(({ verifySignature, requireVerified }) => {
      const waiting = new Set(this.#entries.map(({ id }) => id));
      const entries = inBlockOrder([...this.#entries, ...offered.filter(({ id }) => !waiting.has(id))]);
      const validEntries = this.#validateEntries(entries, verifySignature, (entry, error) => {
        throw new InvalidTransactionError(entry.id, entry.version, error);
      });
      const weight = totalWeight(validEntries);
      if (weight > MAX_POOL_WEIGHT) throw new PoolFullError(weight, MAX_POOL_WEIGHT);
      requireVerified();
      if (validEntries.length > waiting.size) this.#replace(validEntries);
    });
    const ids = new Set(offered.map(({ id }) => id));
    const added = this.#entries.filter(({ id }) => ids.has(id));
    return {
      transactions: added.flatMap((entry) => (entry.version === 1 ? [entry.txn] : [])),
      v2Transactions: added.flatMap((entry) => (entry.version === 2 ? [entry.txn] : []))
    };
  }

  /** Stops following the chain. */
  close(): void {
    this.#stopFollowing();
  }

  /** @param entries validated at the tip, signatures included */
  #replace(entries: readonly PoolEntry[]): void {
    this.#entries = entries;
    this.#weight = totalWeight(entries);
    this.#version++;
    const transactions = this.v2Transactions;
    this.#chain.validatedTransactions.replace(this.#chain.state, transactions);
    this.#cache = new TransactionCache(transactions);
    // Computed eagerly: templates and blocks need them without delay.
    transactions.forEach(v2CommitmentLeaf);
  }

  /** The entries with updated proofs that are valid after the ones before them. */
  #validateEntries(
    entries: readonly PoolEntry[],
    verifySignature: VerifySignature,
    onInvalid: (entry: PoolEntry, error: ConsensusError) => void
  ): PoolEntry[] {
    const { network, state, validatedTransactions: validEntries } = this.#chain;
    const effects = new BlockEffects(network, state);
    return entries.flatMap((entry): PoolEntry[] => {
      try {
        if (entry.version === 1) {
          const supplement = supplementTransaction(this.#store, state, entry.txn);
          validateTransaction({ effects, verifySignature }, entry.txn, supplement);
          applyTransaction(effects, entry.txn, supplement);
          return [entry];
        }
        const txn = validEntries.has(state, entry.txn) ? entry.txn : refreshProofs(this.#store, state, entry.txn);
        validateV2Transaction({ effects, verifySignature, validated: validEntries }, txn);
        applyV2Transaction(effects, txn);
        return [{ ...entry, txn }];
      } catch (error) {
        if (!(error instanceof ConsensusError)) throw error;
        onInvalid(entry, error);
        return [];
      }
    });
  }

  #follow({ reverted, applied }: TipChange): void {
    const confirmed = new Set(applied.flatMap(blockTransactionIds));
    const returning = reverted.toReversed().flatMap(lastingEntries);
    const candidates = new Map([...returning, ...this.#entries].map((entry) => [entry.id, entry]));
    for (const id of confirmed) candidates.delete(id);
    if (candidates.size === 0 && this.#entries.length === 0) return;
    const { verifyNow } = this.#signatures;
    const entries = inBlockOrder([...candidates.values()]).map((entry) => this.#withContractsAtTip(entry));
    this.#replace(this.#validateEntries(entries, verifyNow, () => {}));
  }

  /** A block may have revised a contract of the entry, or a revision may have been reverted. */
  #withContractsAtTip(entry: PoolEntry): PoolEntry {
    return entry.version === 1 ? entry : { ...entry, txn: refreshContracts(this.#store, entry.txn) };
  }
}

const v1Entry = (txn: Transaction): PoolEntry => ({
  version: 1,
  id: transactionId(txn),
  weight: transactionWeight(txn),
  txn
});
const v2Entry = (txn: V2Transaction): PoolEntry => ({
  version: 2,
  id: v2TransactionId(txn),
  weight: v2TransactionWeight(txn),
  txn
});

const inBlockOrder = (entries: readonly PoolEntry[]): PoolEntry[] => entries.toSorted((a, b) => a.version - b.version);

const totalWeight = (entries: readonly PoolEntry[]): number => entries.reduce((sum, { weight }) => sum + weight, 0);

const blockTransactionIds = ({ transactions, v2 }: Block): TransactionId[] => [
  ...transactions.map(transactionId),
  ...(v2?.transactions ?? []).map(v2TransactionId)
];

/** The transactions of a block worth returning to the pool: all except the miner's arbitrary data. */
const lastingEntries = ({ transactions, v2 }: Block): PoolEntry[] => [
  ...transactions
    .filter((txn) => isAny(txn.coinInputs, txn.fundInputs, txn.fileContractRevisions, txn.storageProofs))
    .map(v1Entry),
  ...(v2?.transactions ?? [])
    .filter((txn) => isAny(txn.coinInputs, txn.fundInputs, txn.fileContractRevisions, txn.fileContractResolutions))
    .map(v2Entry)
];

const isAny = (...lists: readonly (readonly unknown[])[]): boolean => lists.some((list) => list.length > 0);
