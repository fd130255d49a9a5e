import type { Address } from '$lib/chain/address';
import type { Block } from '$lib/chain/block/block';
import type { ChainEventData } from '$lib/chain/block/chainEvent';
import { hastings, sumHastings } from '$lib/chain/currency/currency';
import type { ChainIndex, CoinElement, CoinOutput, FundElement, FundOutput } from '$lib/chain/element/elements';
import { ZERO_BLOCK_ID, type CoinOutputId, type FundOutputId, type Hash256 } from '$lib/chain/ids';
import type { UnixSeconds } from '$lib/chain/time';
import type { Transaction } from '$lib/chain/transaction/transaction';
import {
  claimOutputId,
  coinOutputId,
  contractPayoutId,
  foundationOutputId,
  fundOutputId,
  minerOutputId,
  transactionId
} from '$lib/chain/transaction/transactionIds';
import type { ElementDiffs } from '$lib/chain/proof/update';
import {
  v2ClaimOutputId,
  v2CoinOutputId,
  v2ContractOutputId,
  v2FundOutputId,
  v2TransactionId
} from '$lib/chain/transaction/v2TransactionIds';
import type { V2Transaction } from '$lib/chain/transaction/v2Transaction';
import type { WalletCache } from './cache';
import type { EventParty, WalletEvent, WalletEventType } from './walletEvent';

/** The addresses of a wallet. */
export interface OwnAddresses {
  has(address: Address): boolean;
}

/** An event as servers return it. */
export interface ChainEvent {
  readonly index: ChainIndex;
  readonly timestamp: UnixSeconds;
  readonly data: ChainEventData;
}

/** Block and timestamp of an event. */
type EventTime = Pick<WalletEvent, 'index' | 'timestamp'>;

/**
 * The wallet's view of a server event; undefined if no own address is involved or its kind is unknown. Ids and amounts
 * are computed from the transaction, not taken from the server.
 */
export function walletEventOf({ index, timestamp, data }: ChainEvent, own: OwnAddresses): WalletEvent | undefined {
  const place = { index, timestamp };
  switch (data.type) {
    case 'miner':
    case 'foundation':
    case 'claim':
      return payoutEvent(data.type, data.coinElement, place, own);
    case 'v1ContractResolution':
    case 'v2ContractResolution':
      return payoutEvent('contract', data.coinElement, place, own);
    case 'v1Transaction':
      return v1Event(data.transaction, data.spentCoins, data.spentFunds, place, own);
    case 'v2Transaction':
      return v2Event(data.transaction, place, own);
    case 'other':
      return undefined;
  }
}

/** Pool transactions of the wallet. V1 inputs are resolved through the cache. */
export function poolEvents(
  pool: { readonly transactions: readonly Transaction[]; readonly v2Transactions: readonly V2Transaction[] },
  cache: WalletCache,
  own: OwnAddresses,
  now: UnixSeconds
): WalletEvent[] {
  const place = { index: { height: cache.index.height + 1, id: ZERO_BLOCK_ID }, timestamp: now };
  const events = [
    ...pool.transactions.map((txn) =>
      v1Event(
        txn,
        txn.coinInputs.flatMap(({ parentId }) => cache.coins.get(parentId) ?? []),
        txn.fundInputs.flatMap(({ parentId }) => cache.funds.get(parentId) ?? []),
        place,
        own
      )
    ),
    ...pool.v2Transactions.map((txn) => v2Event(txn, place, own))
  ];
  return events.filter((event) => event !== undefined);
}

/** Events of the wallet in a block, when applied or reverted. */
export function blockEvents(index: ChainIndex, block: Block, diffs: ElementDiffs, own: OwnAddresses): WalletEvent[] {
  const place = { index, timestamp: block.timestamp };
  const coins = new Map(diffs.coinElements.map(({ coinElement }) => [coinElement.id, coinElement]));
  const funds = new Map(diffs.fundElements.map(({ fundElement }) => [fundElement.id, fundElement]));
  const events: (WalletEvent | undefined)[] = [];
  // An older payout can be listed, too: the block may spend it. Contracts of version 1 are not in the block.
  const created = new Set(diffs.coinElements.flatMap((diff) => (diff.created ? [diff.coinElement.id] : [])));
  const addPayout = (type: WalletEventType, id: CoinOutputId): void => {
    const coin = coins.get(id);
    if (coin !== undefined && created.has(id)) events.push(payoutEvent(type, coin, place, own));
  };
  for (const txn of block.transactions) {
    const spentCoins = txn.coinInputs.flatMap(({ parentId }) => coins.get(parentId) ?? []);
    const spentFunds = txn.fundInputs.flatMap(({ parentId }) => funds.get(parentId) ?? []);
    events.push(v1Event(txn, spentCoins, spentFunds, place, own));
    for (const { parentId } of txn.fundInputs) addPayout('claim', claimOutputId(parentId));
  }
  for (const txn of block.v2?.transactions ?? []) {
    events.push(v2Event(txn, place, own));
    for (const { parent } of txn.fundInputs) addPayout('claim', v2ClaimOutputId(parent.id));
    for (const { parent } of txn.fileContractResolutions) {
      addPayout('contract', v2ContractOutputId(parent.id, 'renter'));
      addPayout('contract', v2ContractOutputId(parent.id, 'host'));
    }
  }
  for (const { fileContractElement: parent, revision, resolved, valid } of diffs.fileContractElements) {
    if (!resolved) continue;
    const { validProofOutputs, missedProofOutputs } = revision ?? parent.fileContract;
    (valid ? validProofOutputs : missedProofOutputs).forEach((_, i) =>
      addPayout('contract', contractPayoutId(parent.id, valid, i))
    );
  }
  block.minerPayouts.forEach((_, i) => addPayout('miner', minerOutputId(index.id, i)));
  addPayout('foundation', foundationOutputId(index.id));
  return events.filter((event) => event !== undefined);
}

function payoutEvent(
  type: WalletEventType,
  { id, output, maturityHeight }: Omit<CoinElement, 'stateElement'>,
  place: EventTime,
  own: OwnAddresses
): WalletEvent | undefined {
  // A zero claim creates an output, but is not shown.
  if (!own.has(output.address) || output.value === 0n) return undefined;
  const party: EventParty = { id: id as string as Hash256, address: output.address, coins: output.value, own: true };
  return {
    ...place,
    id: party.id,
    type,
    maturityHeight: Number(maturityHeight),
    inputs: [],
    outputs: [party],
    fee: hastings(0n),
    coins: output.value,
    funds: 0n
  };
}

type SpentCoin = Pick<CoinElement, 'id' | 'output'>;
type SpentFund = Pick<FundElement, 'id' | 'output'>;

function v1Event(
  txn: Transaction,
  spentCoins: readonly SpentCoin[],
  spentFunds: readonly SpentFund[],
  place: EventTime,
  own: OwnAddresses
): WalletEvent | undefined {
  if (!involves(own, [...spentCoins, ...spentFunds], [...txn.coinOutputs, ...txn.fundOutputs])) return undefined;
  return transactionEvent(
    transactionId(txn) as string as Hash256,
    place,
    [...spentCoins.map(coinParty(own)), ...spentFunds.map(fundParty(own))],
    [
      ...txn.coinOutputs.map((output, i) => coinParty(own)({ id: coinOutputId(txn, i), output })),
      ...txn.fundOutputs.map((output, i) => fundParty(own)({ id: fundOutputId(txn, i), output }))
    ],
    sumHastings(txn.minerFees)
  );
}

function v2Event(txn: V2Transaction, place: EventTime, own: OwnAddresses): WalletEvent | undefined {
  const spent = [...txn.coinInputs, ...txn.fundInputs].map(({ parent }) => parent);
  if (!involves(own, spent, [...txn.coinOutputs, ...txn.fundOutputs])) return undefined;
  const id = v2TransactionId(txn);
  return transactionEvent(
    id as string as Hash256,
    place,
    [
      ...txn.coinInputs.map(({ parent }) => coinParty(own)(parent)),
      ...txn.fundInputs.map(({ parent }) => fundParty(own)(parent))
    ],
    [
      ...txn.coinOutputs.map((output, i) => coinParty(own)({ id: v2CoinOutputId(id, i), output })),
      ...txn.fundOutputs.map((output, i) => fundParty(own)({ id: v2FundOutputId(id, i), output }))
    ],
    txn.minerFee
  );
}

const involves = (
  own: OwnAddresses,
  spent: readonly { readonly output: { readonly address: Address } }[],
  made: readonly { readonly address: Address }[]
): boolean => spent.some(({ output }) => own.has(output.address)) || made.some(({ address }) => own.has(address));

const coinParty =
  (own: OwnAddresses) =>
  ({ id, output: { address, value } }: { id: CoinOutputId; output: CoinOutput }): EventParty => ({
    id: id as string as Hash256,
    address,
    coins: value,
    own: own.has(address)
  });

const fundParty =
  (own: OwnAddresses) =>
  ({ id, output: { address, value } }: { id: FundOutputId; output: FundOutput }): EventParty => ({
    id: id as string as Hash256,
    address,
    funds: value,
    own: own.has(address)
  });

function transactionEvent(
  id: Hash256,
  place: EventTime,
  inputs: readonly EventParty[],
  outputs: readonly EventParty[],
  fee: WalletEvent['fee']
): WalletEvent {
  const gained = (unit: 'coins' | 'funds'): bigint => ownSum(outputs, unit) - ownSum(inputs, unit);
  return {
    ...place,
    id,
    type: 'transaction',
    maturityHeight: place.index.height,
    inputs,
    outputs,
    fee,
    coins: gained('coins'),
    funds: gained('funds')
  };
}

const ownSum = (parties: readonly EventParty[], unit: 'coins' | 'funds'): bigint =>
  parties.reduce((sum, party) => (party.own ? sum + (party[unit] ?? 0n) : sum), 0n);
