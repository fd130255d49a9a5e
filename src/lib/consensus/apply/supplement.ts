import type { Block } from '$lib/chain/block/block';
import { coinLeafHash, fileContractLeafHash, fundLeafHash } from '$lib/chain/proof/elementLeaf';
import type { CoinElement, FundElement } from '$lib/chain/element/elements';
import type { FileContractElement } from '$lib/chain/element/fileContract';
import type { BlockId } from '$lib/chain/ids';
import { memoize } from '$lib/chain/memoize';
import type { Network } from '$lib/chain/network/network';
import type { ChainState } from '$lib/chain/block/state';
import { reject } from '../errors';
import { ProofCache } from '../accumulator/proofCache';
import { childHeight } from '../state';

/** A contract with a storage proof in the block, and the block whose id selects the proven segment. */
export interface StorageProofSupplement {
  readonly fileContract: FileContractElement;
  readonly windowId: BlockId;
}

/**
 * Elements that a V1 transaction spends, revises or resolves and references only by id; looked up by the node, with
 * proofs valid for the parent state. Elements created earlier in the same block are not included.
 */
export interface TransactionSupplement {
  readonly coinInputs: readonly CoinElement[];
  readonly fundInputs: readonly FundElement[];
  readonly revisedFileContracts: readonly FileContractElement[];
  readonly storageProofs: readonly StorageProofSupplement[];
}

/** A supplement's elements by id: a transaction can refer to tens of thousands, each looked up several times. */
export const elementsById = memoize(
  ({ coinInputs, fundInputs, revisedFileContracts, storageProofs }: TransactionSupplement) => {
    const contracts = [...revisedFileContracts, ...storageProofs.map(({ fileContract }) => fileContract)];
    return {
      coins: new Map(coinInputs.map((element) => [element.id, element])),
      funds: new Map(fundInputs.map((element) => [element.id, element])),
      fileContracts: new Map(contracts.map((element) => [element.id, element])),
      windowIds: new Map(storageProofs.map(({ fileContract, windowId }) => [fileContract.id, windowId]))
    };
  }
);

/** One supplement per V1 transaction, and the V1 contracts whose window ends with the block, in the node's order. */
export interface BlockSupplement {
  readonly transactions: readonly TransactionSupplement[];
  readonly expiringFileContracts: readonly FileContractElement[];
}

export const EMPTY_TRANSACTION_SUPPLEMENT: TransactionSupplement = {
  coinInputs: [],
  fundInputs: [],
  revisedFileContracts: [],
  storageProofs: []
};

/** The supplement of a block without V1 transactions or expiring contracts. */
export const EMPTY_SUPPLEMENT: BlockSupplement = { transactions: [], expiringFileContracts: [] };

/**
 * Checks that the supplement matches the block and all its elements are in the accumulator.
 * @throws {ConsensusError} `block/supplement`
 */
export function validateSupplement(
  network: Network,
  state: ChainState,
  block: Block,
  { transactions, expiringFileContracts }: BlockSupplement
): void {
  const fail = (what: string): never => reject('block/supplement', `block supplement is invalid: ${what}`);
  const isV1Over = childHeight(state) >= network.hardforkV2.requireHeight;
  if (isV1Over && (transactions.length > 0 || expiringFileContracts.length > 0)) {
    fail('v1 block supplements are not allowed after v2 hardfork is complete');
  }
  if (transactions.length !== block.transactions.length) fail('incorrect number of transactions');

  const elements = new ProofCache(state.elements);
  const requireContract = (role: string, element: FileContractElement): void => {
    if (!elements.contains(element.stateElement, fileContractLeafHash(element, false))) {
      fail(`${role} file contract ${element.id} is not present in the accumulator`);
    }
  };
  for (const { coinInputs, fundInputs, revisedFileContracts, storageProofs } of transactions) {
    for (const element of coinInputs) {
      if (!elements.contains(element.stateElement, coinLeafHash(element, false))) {
        fail(`coin element ${element.id} is not present in the accumulator`);
      }
    }
    for (const element of fundInputs) {
      if (!elements.contains(element.stateElement, fundLeafHash(element, false))) {
        fail(`fund element ${element.id} is not present in the accumulator`);
      }
    }
    for (const element of revisedFileContracts) requireContract('revised', element);
    for (const { fileContract } of storageProofs) requireContract('valid', fileContract);
  }
  for (const element of expiringFileContracts) requireContract('expiring', element);
}
