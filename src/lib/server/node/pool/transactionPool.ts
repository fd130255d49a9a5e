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

/** A transaction of either generation as the pool holds it. */
export type PoolEntry = { readonly id: TransactionId; readonly weight: number } & (
  { readonly version: 1; readonly txn: Transaction } | { readonly version: 2; readonly txn: V2Transaction }
);

/** Transactions of both generations, parents first. */
export interface PoolTransactions {
  readonly transactions: readonly Transaction[];
  readonly v2Transactions: readonly V2Transaction[];
}

export interface TransactionPoolOptions {
  readonly store: ChainStore;
  readonly chain: ChainManager;
  readonly signatures: SignatureChecker;
}

// Ten full blocks wait at most.
const MAX_POOL_WEIGHT = 10 * MAX_BLOCK_WEIGHT;

/**
 * Transactions that wait for a block, each valid on top of the tip and the ones before it. With every change of the tip
 * their proofs are read anew and what no longer holds is dropped; what a reverted block held comes back.
 */
export class TransactionPool {
  readonly #store: ChainStore;
  readonly #chain: ChainManager;
  readonly #signatures: SignatureChecker;
  readonly #stopFollowing: () => void;
  // V1 before V2, as in a block; within each in order of arrival, which puts parents first.
  #entries: readonly PoolEntry[] = [];
  #weight = 0;
  #version = 0;
  #known = new TransactionCache([]);

  constructor({ store, chain, signatures }: TransactionPoolOptions) {
    this.#store = store;
    this.#chain = chain;
    this.#signatures = signatures;
    this.#stopFollowing = chain.onTip((change) => this.#follow(change));
  }

  get entries(): readonly PoolEntry[] {
    return this.#entries;
  }

  /** Sum of the weights of all that wait. */
  get weight(): number {
    return this.#weight;
  }

  /** Those of V2, to be found in the bytes of a block. */
  get known(): TransactionCache {
    return this.#known;
  }

  /** Grows with every change of the content. */
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
   * Adds the transactions, all or none; those that wait already are fine.
   * @returns the set as it waits now, V2 proofs valid at the tip
   * @throws {InvalidTransactionError} the first that breaks a rule; {@link PoolFullError}
   */
  async add(set: PoolTransactions): Promise<PoolTransactions> {
    const offered = [...set.transactions.map(v1Entry), ...set.v2Transactions.map(v2Entry)];
    await this.#signatures.settle(({ verifySignature, requireSettled }) => {
      const waiting = new Set(this.#entries.map(({ id }) => id));
      const entries = inBlockOrder([...this.#entries, ...offered.filter(({ id }) => !waiting.has(id))]);
      const judged = this.#judge(entries, verifySignature, (entry, error) => {
        throw new InvalidTransactionError(entry.id, entry.version, error);
      });
      const weight = totalWeight(judged);
      if (weight > MAX_POOL_WEIGHT) throw new PoolFullError(weight, MAX_POOL_WEIGHT);
      requireSettled();
      if (judged.length > waiting.size) this.#replace(judged);
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

  /** @param entries as they were judged at the tip, every signature verified */
  #replace(entries: readonly PoolEntry[]): void {
    this.#entries = entries;
    this.#weight = totalWeight(entries);
    this.#version++;
    const transactions = this.v2Transactions;
    this.#chain.judged.replace(this.#chain.state, transactions);
    this.#known = new TransactionCache(transactions);
    // Templates and blocks ask for these; a miner waits for either.
    transactions.forEach(v2CommitmentLeaf);
  }

  /** The entries with fresh proofs, as far as each is valid after those before it. */
  #judge(
    entries: readonly PoolEntry[],
    verifySignature: VerifySignature,
    onInvalid: (entry: PoolEntry, error: ConsensusError) => void
  ): PoolEntry[] {
    const { network, state, judged } = this.#chain;
    const effects = new BlockEffects(network, state);
    return entries.flatMap((entry): PoolEntry[] => {
      try {
        if (entry.version === 1) {
          const supplement = supplementTransaction(this.#store, state, entry.txn);
          validateTransaction({ effects, verifySignature }, entry.txn, supplement);
          applyTransaction(effects, entry.txn, supplement);
          return [entry];
        }
        const txn = judged.has(state, entry.txn) ? entry.txn : refreshProofs(this.#store, state, entry.txn);
        validateV2Transaction({ effects, verifySignature, validated: judged }, txn);
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
    this.#replace(this.#judge(entries, verifyNow, () => {}));
  }

  /** A block may have revised a contract that the entry revises or ends, or taken a revision back. */
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

/** The transactions of a block that move or agree on something; a miner's mark is no one's loss. */
const lastingEntries = ({ transactions, v2 }: Block): PoolEntry[] => [
  ...transactions
    .filter((txn) => isAny(txn.coinInputs, txn.fundInputs, txn.fileContractRevisions, txn.storageProofs))
    .map(v1Entry),
  ...(v2?.transactions ?? [])
    .filter((txn) => isAny(txn.coinInputs, txn.fundInputs, txn.fileContractRevisions, txn.fileContractResolutions))
    .map(v2Entry)
];

const isAny = (...lists: readonly (readonly unknown[])[]): boolean => lists.some((list) => list.length > 0);
