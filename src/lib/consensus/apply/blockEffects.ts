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
import { ProvenElements } from '../accumulator/provenElements';
import { childHeight, medianTimestamp } from '../state';
import type { BlockSupplement, TransactionSupplement } from './supplement';

const UNPLACED: StateElement = { leafIndex: UNASSIGNED_LEAF_INDEX, merkleProof: [] };

/**
 * What the transactions of one block did so far, on top of a state that stays as it is. Each map keeps the order of
 * first touch, which is the order of the block's diffs and of the leaves it appends. It judges nothing: what is put in
 * must have been validated against it first.
 */
export class BlockEffects {
  readonly coins = new Map<CoinOutputId, CoinElementDiff>();
  readonly funds = new Map<FundOutputId, FundElementDiff>();
  readonly fileContracts = new Map<FileContractId, FileContractElementDiff>();
  readonly v2FileContracts = new Map<FileContractId, V2FileContractElementDiff>();
  readonly attestations: AttestationElement[] = [];

  taxRevenue: Hastings;
  foundationSubsidyAddress: Address;
  foundationManagementAddress: Address;

  /** Height of the block. */
  readonly height: Height;
  /** Of the state; see {@link medianTimestamp}. Every policy is judged by it. */
  readonly medianTimestamp: number;
  /** The elements of the state, which proofs are checked against. */
  readonly elements: ProvenElements;
  readonly #maturityHeight: bigint;
  readonly #spentIn = new Map<string, TransactionId>();

  constructor(
    readonly network: Network,
    readonly state: ChainState
  ) {
    this.height = childHeight(state);
    this.medianTimestamp = medianTimestamp(state);
    this.elements = new ProvenElements(state.elements);
    this.taxRevenue = state.fundTaxRevenue;
    this.foundationSubsidyAddress = state.foundationSubsidyAddress;
    this.foundationManagementAddress = state.foundationManagementAddress;
    this.#maturityHeight = maturityHeight(network, this.height);
  }

  /** The transaction of this block that spent or resolved the element, if one did. */
  spentIn(id: CoinOutputId | FundOutputId | FileContractId): TransactionId | undefined {
    return this.#spentIn.get(id);
  }

  /** The coin element a V1 transaction names: of this block, or from the supplement. */
  coinElement({ coinInputs }: TransactionSupplement, id: CoinOutputId): CoinElement | undefined {
    return this.coins.get(id)?.coinElement ?? coinInputs.find((element) => element.id === id);
  }

  fundElement({ fundInputs }: TransactionSupplement, id: FundOutputId): FundElement | undefined {
    return this.funds.get(id)?.fundElement ?? fundInputs.find((element) => element.id === id);
  }

  /** The V1 contract a transaction names, with the revisions this block made so far. */
  fileContractElement(
    { revisedFileContracts, storageProofs }: TransactionSupplement,
    id: FileContractId
  ): FileContractElement | undefined {
    const diff = this.fileContracts.get(id);
    if (diff !== undefined) {
      const { fileContractElement, revision } = diff;
      return { ...fileContractElement, fileContract: revision ?? fileContractElement.fileContract };
    }
    return (
      revisedFileContracts.find((element) => element.id === id) ??
      storageProofs.find(({ fileContract }) => fileContract.id === id)?.fileContract
    );
  }

  /** The block that draws which leaf a storage proof must show; undefined until the window is open. */
  storageProofWindowId({ storageProofs }: TransactionSupplement, id: FileContractId): BlockId | undefined {
    const touched = this.fileContracts.get(id)?.fileContractElement.fileContract;
    if (touched?.windowStart === BigInt(this.height)) return this.state.index.id;
    return storageProofs.find(({ fileContract }) => fileContract.id === id)?.windowId;
  }

  createCoin(id: CoinOutputId, output: CoinOutput): void {
    this.#createCoin(id, output, 0n);
  }

  /** Creates an output of the block itself, a claim or a contract: spendable only after the maturity delay. */
  createImmatureCoin(id: CoinOutputId, output: CoinOutput): void {
    this.#createCoin(id, output, this.#maturityHeight);
  }

  #createCoin(id: CoinOutputId, output: CoinOutput, maturityHeight: bigint): void {
    const coinElement = { stateElement: UNPLACED, id, output, maturityHeight };
    this.coins.set(id, { coinElement, created: true, spent: false });
  }

  spendCoin(coinElement: CoinElement, by: TransactionId): void {
    const created = this.coins.get(coinElement.id)?.created ?? false;
    this.coins.set(coinElement.id, { coinElement, created, spent: true });
    this.#spentIn.set(coinElement.id, by);
  }

  createFund(id: FundOutputId, output: FundOutput): void {
    const fundElement = { stateElement: UNPLACED, id, output, claimStart: this.taxRevenue };
    this.funds.set(id, { fundElement, created: true, spent: false });
  }

  spendFund(fundElement: FundElement, by: TransactionId): void {
    const created = this.funds.get(fundElement.id)?.created ?? false;
    this.funds.set(fundElement.id, { fundElement, created, spent: true });
    this.#spentIn.set(fundElement.id, by);
  }

  createFileContract(id: FileContractId, fileContract: FileContract): void {
    const fileContractElement = { stateElement: UNPLACED, id, fileContract };
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

  /** @param by the transaction with the storage proof, or the id of the block the contract expired in */
  resolveFileContract(fileContractElement: FileContractElement, valid: boolean, by: TransactionId): void {
    const before = this.fileContracts.get(fileContractElement.id);
    this.fileContracts.set(fileContractElement.id, {
      created: false,
      ...before,
      fileContractElement,
      resolved: true,
      valid
    });
    this.#spentIn.set(fileContractElement.id, by);
  }

  createV2FileContract(id: FileContractId, fileContract: V2FileContract): void {
    const v2FileContractElement = { stateElement: UNPLACED, id, fileContract };
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

  /** What the block does besides its transactions: payouts, foundation subsidy, V1 contracts that expire with it. */
  closeBlock(id: BlockId, { minerPayouts }: Block, { expiringFileContracts }: BlockSupplement): void {
    minerPayouts.forEach((payout, i) => this.createImmatureCoin(minerOutputId(id, i), payout));
    // Paid to the address of the parent state: an update takes effect with the next block.
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
