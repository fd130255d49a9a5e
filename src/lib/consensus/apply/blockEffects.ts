import type { Address } from '$lib/chain/address';
import type { Block } from '$lib/chain/block/block';
import { hastings, type Hastings } from '$lib/chain/currency/currency';
import {
  UNASSIGNED_LEAF_INDEX,
  type CoinElement,
  type CoinOutput,
  type FundElement,
  type FundOutput,
  type StateElement
} from '$lib/chain/element/elements';
import type {
  FileContract,
  FileContractElement,
  V2FileContract,
  V2FileContractElement
} from '$lib/chain/element/fileContract';
import type { BlockId, CoinOutputId, FileContractId, FundOutputId, TransactionId } from '$lib/chain/ids';
import type { Network } from '$lib/chain/network/network';
import { foundationSubsidy, maturityHeight } from '$lib/chain/network/rewards';
import type { ChainState } from '$lib/chain/block/state';
import type { Height } from '$lib/chain/time';
import { contractPayoutId, foundationOutputId, minerOutputId } from '$lib/chain/transaction/transactionIds';
import type {
  CoinElementDiff,
  FileContractElementDiff,
  FundElementDiff,
  V2FileContractElementDiff
} from '$lib/chain/proof/update';
import type { V2Resolution } from '$lib/chain/transaction/v2Transaction';
import type { AttestationElement } from '$lib/chain/element/attestation';
import { fileContractTax, v2FileContractTax } from '../contractTax';
import { ProofCache } from '../accumulator/proofCache';
import { childHeight, medianTimestamp } from '../state';
import { elementsById, type BlockSupplement, type TransactionSupplement } from './supplement';

const UNASSIGNED: StateElement = { leafIndex: UNASSIGNED_LEAF_INDEX, merkleProof: [] };

/**
 * Accumulated effects of the transactions of one block on top of an unchanged state. Each map preserves the order in
 * which elements were first touched, which is the order of the block's diffs and new leaves. Does not validate: a
 * transaction must be validated against the effects before it is added.
 */
export class BlockEffects {
  readonly coins: Map<CoinOutputId, CoinElementDiff>;
  readonly funds: Map<FundOutputId, FundElementDiff>;
  readonly fileContracts: Map<FileContractId, FileContractElementDiff>;
  readonly v2FileContracts: Map<FileContractId, V2FileContractElementDiff>;
  readonly attestations: AttestationElement[] = [];

  taxRevenue: Hastings;
  foundationSubsidyAddress: Address;
  foundationManagementAddress: Address;

  /** Height of the block. */
  readonly height: Height;
  /** The state's {@link medianTimestamp}, against which policies are verified. */
  readonly medianTimestamp: number;
  /** Accumulator of the state, for proof verification. */
  readonly elements: ProofCache;
  readonly #maturityHeight: bigint;
  readonly #spentIn: Map<string, TransactionId>;
  readonly #base: BlockEffects | undefined;

  /** @param base effects to start from; see {@link fork} */
  constructor(
    readonly network: Network,
    readonly state: ChainState,
    base?: BlockEffects
  ) {
    this.#base = base;
    this.coins = mapOn(base?.coins);
    this.funds = mapOn(base?.funds);
    this.fileContracts = mapOn(base?.fileContracts);
    this.v2FileContracts = mapOn(base?.v2FileContracts);
    this.#spentIn = mapOn(base && base.#spentIn);
    this.height = childHeight(state);
    this.medianTimestamp = medianTimestamp(state);
    this.elements = base?.elements ?? new ProofCache(state.elements);
    this.taxRevenue = base?.taxRevenue ?? state.fundTaxRevenue;
    this.foundationSubsidyAddress = (base ?? state).foundationSubsidyAddress;
    this.foundationManagementAddress = (base ?? state).foundationManagementAddress;
    this.#maturityHeight = maturityHeight(network, this.height);
  }

  /** A layer on top of these effects. They remain unchanged until the layer's {@link commit} merges it into them. */
  fork(): BlockEffects {
    return new BlockEffects(this.network, this.state, this);
  }

  commit(): void {
    const base = this.#base;
    if (base === undefined) return;
    for (const [id, diff] of this.coins) base.coins.set(id, diff);
    for (const [id, diff] of this.funds) base.funds.set(id, diff);
    for (const [id, diff] of this.fileContracts) base.fileContracts.set(id, diff);
    for (const [id, diff] of this.v2FileContracts) base.v2FileContracts.set(id, diff);
    for (const [id, by] of this.#spentIn) base.#spentIn.set(id, by);
    base.attestations.push(...this.attestations);
    base.taxRevenue = this.taxRevenue;
    base.foundationSubsidyAddress = this.foundationSubsidyAddress;
    base.foundationManagementAddress = this.foundationManagementAddress;
  }

  /** The transaction of this block that spent or resolved the element, if any. */
  spentIn(id: CoinOutputId | FundOutputId | FileContractId): TransactionId | undefined {
    return this.#spentIn.get(id);
  }

  /** The coin element by id: created in this block, or from the supplement. */
  coinElement(supplement: TransactionSupplement, id: CoinOutputId): CoinElement | undefined {
    return this.coins.get(id)?.coinElement ?? elementsById(supplement).coins.get(id);
  }

  fundElement(supplement: TransactionSupplement, id: FundOutputId): FundElement | undefined {
    return this.funds.get(id)?.fundElement ?? elementsById(supplement).funds.get(id);
  }

  /** The V1 contract by id, with its latest revision in this block. */
  fileContractElement(supplement: TransactionSupplement, id: FileContractId): FileContractElement | undefined {
    const diff = this.fileContracts.get(id);
    if (diff !== undefined) {
      const { fileContractElement, revision } = diff;
      return { ...fileContractElement, fileContract: revision ?? fileContractElement.fileContract };
    }
    return elementsById(supplement).fileContracts.get(id);
  }

  /** The block whose id selects the leaf of a storage proof; undefined before the proof window opens. */
  storageProofWindowId(supplement: TransactionSupplement, id: FileContractId): BlockId | undefined {
    const touched = this.fileContracts.get(id)?.fileContractElement.fileContract;
    if (touched?.windowStart === BigInt(this.height)) return this.state.index.id;
    return elementsById(supplement).windowIds.get(id);
  }

  createCoin(id: CoinOutputId, output: CoinOutput): void {
    this.#createCoin(id, output, 0n);
  }

  /** Creates a miner, claim or contract payout, spendable only after the maturity delay. */
  createImmatureCoin(id: CoinOutputId, output: CoinOutput): void {
    this.#createCoin(id, output, this.#maturityHeight);
  }

  #createCoin(id: CoinOutputId, output: CoinOutput, maturityHeight: bigint): void {
    const coinElement = { stateElement: UNASSIGNED, id, output, maturityHeight };
    this.coins.set(id, { coinElement, created: true, spent: false });
  }

  spendCoin(coinElement: CoinElement, by: TransactionId): void {
    const created = this.coins.get(coinElement.id)?.created ?? false;
    this.coins.set(coinElement.id, { coinElement, created, spent: true });
    this.#spentIn.set(coinElement.id, by);
  }

  createFund(id: FundOutputId, output: FundOutput): void {
    const fundElement = { stateElement: UNASSIGNED, id, output, claimStart: this.taxRevenue };
    this.funds.set(id, { fundElement, created: true, spent: false });
  }

  spendFund(fundElement: FundElement, by: TransactionId): void {
    const created = this.funds.get(fundElement.id)?.created ?? false;
    this.funds.set(fundElement.id, { fundElement, created, spent: true });
    this.#spentIn.set(fundElement.id, by);
  }

  createFileContract(id: FileContractId, fileContract: FileContract): void {
    const fileContractElement = { stateElement: UNASSIGNED, id, fileContract };
    this.fileContracts.set(id, { fileContractElement, created: true, resolved: false, valid: false });
    this.taxRevenue = hastings(this.taxRevenue + fileContractTax(this.network, this.state, fileContract));
  }

  reviseFileContract(element: FileContractElement, revision: FileContract): void {
    const diff = this.fileContracts.get(element.id);
    if (diff?.created) {
      const fileContractElement = { ...diff.fileContractElement, fileContract: revision };
      this.fileContracts.set(element.id, { ...diff, fileContractElement });
    } else {
      const before = diff ?? { fileContractElement: element, created: false, resolved: false, valid: false };
      this.fileContracts.set(element.id, { ...before, revision });
    }
  }

  /** @param by the transaction with the storage proof, or the id of the block in which the contract expired */
  resolveFileContract(fileContractElement: FileContractElement, valid: boolean, by: TransactionId): void {
    // The diff keeps the contract as it was before a revision in this block: reverting the block restores it.
    const before = this.fileContracts.get(fileContractElement.id) ?? { fileContractElement, created: false };
    this.fileContracts.set(fileContractElement.id, { ...before, resolved: true, valid });
    this.#spentIn.set(fileContractElement.id, by);
  }

  createV2FileContract(id: FileContractId, fileContract: V2FileContract): void {
    const v2FileContractElement = { stateElement: UNASSIGNED, id, fileContract };
    this.v2FileContracts.set(id, { v2FileContractElement, created: true });
    this.taxRevenue = hastings(this.taxRevenue + v2FileContractTax(fileContract));
  }

  reviseV2FileContract(v2FileContractElement: V2FileContractElement, revision: V2FileContract): void {
    const before = this.v2FileContracts.get(v2FileContractElement.id) ?? { v2FileContractElement, created: false };
    this.v2FileContracts.set(v2FileContractElement.id, { ...before, revision });
  }

  resolveV2FileContract(element: V2FileContractElement, resolution: V2Resolution, by: TransactionId): void {
    const before = this.v2FileContracts.get(element.id);
    this.v2FileContracts.set(element.id, { created: false, ...before, v2FileContractElement: element, resolution });
    this.#spentIn.set(element.id, by);
  }

  /**
   * Adds the effects of the block other than its transactions: miner payouts, foundation subsidy, expiring V1
   * contracts.
   */
  closeBlock(id: BlockId, { minerPayouts }: Block, { expiringFileContracts }: BlockSupplement): void {
    minerPayouts.forEach((payout, i) => this.createImmatureCoin(minerOutputId(id, i), payout));
    // Paid to the address in the parent state: an update takes effect in the next block.
    const address = this.state.foundationSubsidyAddress;
    const subsidy = foundationSubsidy(this.network, address, this.height);
    if (subsidy !== undefined) this.createImmatureCoin(foundationOutputId(id), { value: subsidy, address });
    for (const element of expiringFileContracts) {
      if (this.spentIn(element.id) !== undefined) continue;
      this.resolveFileContract(element, false, id as string as TransactionId);
      element.fileContract.missedProofOutputs.forEach((output, i) =>
        this.createImmatureCoin(contractPayoutId(element.id, false, i), output)
      );
    }
  }
}

/** A map that falls back to another map for missing entries. */
class Overlay<K, V extends object | string> extends Map<K, V> {
  constructor(readonly base: ReadonlyMap<K, V>) {
    super();
  }

  override get(key: K): V | undefined {
    return super.get(key) ?? this.base.get(key);
  }

  override has(key: K): boolean {
    return super.has(key) || this.base.has(key);
  }
}

const mapOn = <K, V extends object | string>(base: ReadonlyMap<K, V> | undefined): Map<K, V> =>
  base === undefined ? new Map<K, V>() : new Overlay(base);
