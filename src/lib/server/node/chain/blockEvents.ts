import type { Address } from '$lib/chain/address';
import type { Block } from '$lib/chain/block/block';
import type { ChainIndex, CoinElement, FundElement } from '$lib/chain/element/elements';
import type { V2FileContractElement } from '$lib/chain/element/fileContract';
import type { CoinOutputId, FundOutputId, Hash256 } from '$lib/chain/ids';
import type { Transaction } from '$lib/chain/transaction/transaction';
import {
  claimOutputId,
  contractPayoutId,
  foundationOutputId,
  minerOutputId,
  transactionId
} from '$lib/chain/transaction/transactionIds';
import { v2ClaimOutputId, v2ContractOutputId, v2TransactionId } from '$lib/chain/transaction/v2TransactionIds';
import type { V2Transaction } from '$lib/chain/transaction/v2Transaction';
import type { AppliedBlock } from '$lib/consensus/apply/applyBlock';
import type { ChainEvent, EventData } from '../store/eventData';

/** Coin and fund elements in the block's diff, by id. Events have no proofs: the next block would invalidate them. */
interface Touched {
  readonly coins: ReadonlyMap<CoinOutputId, CoinElement>;
  readonly funds: ReadonlyMap<FundOutputId, FundElement>;
}

/** The events of a block, in block order. */
export function blockEvents(index: ChainIndex, block: Block, { diffs }: Pick<AppliedBlock, 'diffs'>): ChainEvent[] {
  const touched: Touched = {
    coins: new Map(diffs.coinElements.map(({ coinElement }) => [coinElement.id, coinElement])),
    funds: new Map(diffs.fundElements.map(({ fundElement }) => [fundElement.id, fundElement]))
  };
  const events: ChainEvent[] = [];
  const add = (id: Hash256, data: EventData, relevant: readonly Address[], maturityHeight = index.height) =>
    events.push({ id, height: index.height, maturityHeight, timestamp: block.timestamp, data, relevant });
  /** Adds a payout event if the block created the output. */
  const addPayout = (id: CoinOutputId, describe: (coinElement: CoinElement) => EventData) => {
    const element = touched.coins.get(id);
    if (element === undefined) return;
    add(hashOf(id), describe(element), [element.output.address], Number(element.maturityHeight));
  };
  /** A zero claim is not an event, although a zero contract payout is: real servers do the same. */
  const addClaim = (id: CoinOutputId) => {
    if (touched.coins.get(id)?.output.value === 0n) return;
    addPayout(id, (coinElement) => ({ type: 'claim', coinElement }));
  };

  for (const txn of block.transactions) {
    const data = v1TransactionData(txn, touched);
    add(hashOf(transactionId(txn)), data, v1Addresses(txn, data));
    for (const { parentId } of txn.fundInputs) {
      addClaim(claimOutputId(parentId));
    }
  }
  for (const txn of block.v2?.transactions ?? []) {
    add(hashOf(v2TransactionId(txn)), { type: 'v2Transaction', transaction: txn }, v2Addresses(txn));
    for (const { parent } of txn.fundInputs) {
      addClaim(v2ClaimOutputId(parent.id));
    }
    for (const { parent, resolution } of txn.fileContractResolutions) {
      const missed = resolution.type === 'expiration';
      for (const party of ['renter', 'host'] as const) {
        addPayout(v2ContractOutputId(parent.id, party), (coinElement) => ({
          type: 'v2ContractResolution',
          resolution: { parent: withoutProof(parent), resolution },
          coinElement,
          missed
        }));
      }
    }
  }
  for (const { fileContractElement, revision, resolved, valid } of diffs.fileContractElements) {
    if (!resolved) continue;
    const parent = { ...fileContractElement, fileContract: revision ?? fileContractElement.fileContract };
    const { validProofOutputs, missedProofOutputs } = parent.fileContract;
    (valid ? validProofOutputs : missedProofOutputs).forEach((_, i) =>
      addPayout(contractPayoutId(parent.id, valid, i), (coinElement) => ({
        type: 'v1ContractResolution',
        parent,
        coinElement,
        missed: !valid
      }))
    );
  }
  block.minerPayouts.forEach((_, i) =>
    addPayout(minerOutputId(index.id, i), (coinElement) => ({ type: 'miner', coinElement }))
  );
  addPayout(foundationOutputId(index.id), (coinElement) => ({ type: 'foundation', coinElement }));
  return events.filter(({ relevant }) => relevant.length > 0);
}

const withoutProof = (element: V2FileContractElement): V2FileContractElement => ({
  ...element,
  stateElement: { ...element.stateElement, merkleProof: [] }
});

const hashOf = (id: string): Hash256 => id as Hash256;

type V1Data = Extract<EventData, { type: 'v1Transaction' }>;

const v1TransactionData = (txn: Transaction, { coins, funds }: Touched): V1Data => ({
  type: 'v1Transaction',
  transaction: txn,
  spentCoins: txn.coinInputs.flatMap(({ parentId }) => coins.get(parentId) ?? []),
  spentFunds: txn.fundInputs.flatMap(({ parentId }) => funds.get(parentId) ?? [])
});

const v1Addresses = (txn: Transaction, { spentCoins, spentFunds }: V1Data): Address[] => [
  ...[...spentCoins, ...spentFunds].map(({ output }) => output.address),
  ...[...txn.coinOutputs, ...txn.fundOutputs].map(({ address }) => address)
];

/** The addresses of all inputs and outputs of the transaction. */
const v2Addresses = (txn: V2Transaction): Address[] => [
  ...[...txn.coinInputs, ...txn.fundInputs].map(({ parent }) => parent.output.address),
  ...[...txn.coinOutputs, ...txn.fundOutputs].map(({ address }) => address)
];
