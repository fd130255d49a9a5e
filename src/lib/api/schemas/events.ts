import * as z from 'zod/mini';
import type { Address } from '../../chain/address';
import type { ChainIndex, CoinElement, FundElement } from '../../chain/elements';
import type { FileContractElement } from '../../chain/fileContract';
import type { Hash256 } from '../../chain/ids';
import type { Transaction } from '../../chain/transaction';
import type { UnixSeconds } from '../../chain/time';
import type { V2FileContractResolution, V2Transaction } from '../../chain/v2transaction';
import { CodecError } from '../../codec/errors';
import { converted, decodeWithin, encodeWithin, listOf, renamed, type JsonCodec } from './codec';
import { coinElement, fundElement } from './elements';
import { fileContractElement } from './fileContracts';
import { address, chainIndex, count, hash256, height, timestamp } from './scalars';
import { transaction } from './transactions';
import { v2FileContractResolution, v2Transaction } from './v2transactions';

/** A coin output made by the chain itself. */
export interface PayoutData {
  readonly coinElement: CoinElement;
}
/** V1 inputs do not say what they spend, so the spent elements come along. */
export interface V1TransactionData {
  readonly transaction: Transaction;
  readonly spentCoinElements: readonly CoinElement[];
  readonly spentFundElements: readonly FundElement[];
}
export interface V1ContractResolutionData extends PayoutData {
  readonly parent: FileContractElement;
  readonly missed: boolean;
}
export interface V2ContractResolutionData extends PayoutData {
  readonly resolution: V2FileContractResolution;
  readonly missed: boolean;
}

/** What happened, by type. */
export type EventContent =
  | { readonly type: 'miner' | 'foundation' | 'fundClaim'; readonly data: PayoutData }
  | { readonly type: 'v1Transaction'; readonly data: V1TransactionData }
  | { readonly type: 'v1ContractResolution'; readonly data: V1ContractResolutionData }
  | { readonly type: 'v2Transaction'; readonly data: V2Transaction }
  | { readonly type: 'v2ContractResolution'; readonly data: V2ContractResolutionData };

/** Something that changed what an address has. */
export type WalletEvent = EventContent & {
  /** Id of the transaction or of the output. */
  readonly id: Hash256;
  /** The confirming block; for a pool transaction the next height and a zero id. */
  readonly index: ChainIndex;
  /** 1 in the tip block, 0 in the pool. */
  readonly confirmations: number;
  readonly maturityHeight: number;
  readonly timestamp: UnixSeconds;
  /** The addresses asked about that it touches. */
  readonly relevant: readonly Address[];
};

const payoutData: JsonCodec<PayoutData> = renamed(z.object({ svccoinElement: coinElement }), {
  svccoinElement: 'coinElement'
});
const v1TransactionData: JsonCodec<V1TransactionData> = converted(
  z.object({
    transaction,
    spentSvccoinElements: listOf(coinElement, 'omitted'),
    spentSvcfundElements: listOf(fundElement, 'omitted')
  }),
  (json): V1TransactionData => ({
    transaction: json.transaction,
    spentCoinElements: json.spentSvccoinElements,
    spentFundElements: json.spentSvcfundElements
  }),
  (data) => ({
    transaction: data.transaction,
    spentSvccoinElements: [...data.spentCoinElements],
    spentSvcfundElements: [...data.spentFundElements]
  })
);
const v1ContractResolutionData: JsonCodec<V1ContractResolutionData> = renamed(
  z.object({ parent: fileContractElement, svccoinElement: coinElement, missed: z.boolean() }),
  { svccoinElement: 'coinElement' }
);
const v2ContractResolutionData: JsonCodec<V2ContractResolutionData> = renamed(
  z.object({ resolution: v2FileContractResolution, svccoinElement: coinElement, missed: z.boolean() }),
  { svccoinElement: 'coinElement' }
);

/** The only type whose name carries the service's prefix. */
const FUND_CLAIM = 'svcfundClaim';

function decodeContent(type: string, data: unknown): EventContent {
  const read = <T>(schema: JsonCodec<T>): T => decodeWithin(schema, data, 'data');
  switch (type) {
    case 'miner':
    case 'foundation':
      return { type, data: read(payoutData) };
    case FUND_CLAIM:
      return { type: 'fundClaim', data: read(payoutData) };
    case 'v1Transaction':
      return { type, data: read(v1TransactionData) };
    case 'v1ContractResolution':
      return { type, data: read(v1ContractResolutionData) };
    case 'v2Transaction':
      return { type, data: read(v2Transaction) };
    case 'v2ContractResolution':
      return { type, data: read(v2ContractResolutionData) };
    default:
      throw new CodecError(`unknown event type ${JSON.stringify(type)}`, 'type');
  }
}

function encodeData(content: EventContent): unknown {
  const written = <T>(schema: JsonCodec<T>, data: T): unknown => encodeWithin(schema, data, 'data');
  switch (content.type) {
    case 'miner':
    case 'foundation':
    case 'fundClaim':
      return written(payoutData, content.data);
    case 'v1Transaction':
      return written(v1TransactionData, content.data);
    case 'v1ContractResolution':
      return written(v1ContractResolutionData, content.data);
    case 'v2Transaction':
      return written(v2Transaction, content.data);
    case 'v2ContractResolution':
      return written(v2ContractResolutionData, content.data);
  }
}

/** An event of an address, a wallet or the pool. */
export const walletEvent: JsonCodec<WalletEvent> = converted(
  z.object({
    id: hash256,
    index: chainIndex,
    confirmations: count,
    type: z.string(),
    data: z.unknown(),
    maturityHeight: height,
    timestamp,
    relevant: listOf(address, 'omitted')
  }),
  ({ type, data, ...common }): WalletEvent => ({ ...common, ...decodeContent(type, data) }),
  (event) => ({
    id: event.id,
    index: event.index,
    confirmations: event.confirmations,
    type: event.type === 'fundClaim' ? FUND_CLAIM : event.type,
    data: encodeData(event),
    maturityHeight: event.maturityHeight,
    timestamp: event.timestamp,
    relevant: [...event.relevant]
  })
);

/** A page of events, as a top-level list: `[]` when there are none. */
export const walletEvents: JsonCodec<WalletEvent[]> = listOf(walletEvent, '[]');
