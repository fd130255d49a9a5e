import type { Address } from '$lib/chain/address';
import { coinElement, fundElement, type CoinElement, type FundElement } from '$lib/chain/element/elements';
import { fileContractElement, type FileContractElement } from '$lib/chain/element/fileContract';
import type { Hash256 } from '$lib/chain/ids';
import type { Height, UnixSeconds } from '$lib/chain/time';
import { transaction, type Transaction } from '$lib/chain/transaction/transaction';
import {
  EMPTY_V2_TRANSACTION,
  encodeV2Transaction,
  v2Transaction,
  type V2FileContractResolution,
  type V2Transaction
} from '$lib/chain/transaction/v2Transaction';
import { bool, decode, encode, list, struct } from '$lib/codec/layout';

/** Coins received without a transaction: block reward, foundation subsidy, fund claim. */
export interface PayoutData {
  readonly type: 'miner' | 'foundation' | 'claim';
  readonly coinElement: CoinElement;
}

/** A V1 transaction with the outputs it spent: its inputs contain only their ids. */
export interface V1TransactionData {
  readonly type: 'v1Transaction';
  readonly transaction: Transaction;
  readonly spentCoins: readonly CoinElement[];
  readonly spentFunds: readonly FundElement[];
}

export interface V2TransactionData {
  readonly type: 'v2Transaction';
  readonly transaction: V2Transaction;
}

/** A payout of a resolved V1 contract; `missed` without a storage proof. */
export interface V1ResolutionData {
  readonly type: 'v1ContractResolution';
  readonly parent: FileContractElement;
  readonly coinElement: CoinElement;
  readonly missed: boolean;
}

/** A payout of a resolved V2 contract; `missed` by expiration. */
export interface V2ResolutionData {
  readonly type: 'v2ContractResolution';
  readonly resolution: V2FileContractResolution;
  readonly coinElement: CoinElement;
  readonly missed: boolean;
}

export type EventData = PayoutData | V1TransactionData | V2TransactionData | V1ResolutionData | V2ResolutionData;

/** An event of one or more addresses in a block. */
export interface ChainEvent {
  readonly id: Hash256;
  readonly height: Height;
  /** Height from which its coins can be spent; the block height for transactions. */
  readonly maturityHeight: Height;
  /** Block timestamp. */
  readonly timestamp: UnixSeconds;
  readonly data: EventData;
  /** The addresses involved; in a page of events only the requested one. */
  readonly relevant: readonly Address[];
}

const payout = struct({ coinElement });
const v1TransactionEvent = struct({ transaction, spentCoins: list(coinElement), spentFunds: list(fundElement) });
const v2TransactionEvent = struct({ transaction: v2Transaction });
const v1Resolution = struct({ parent: fileContractElement, coinElement, missed: bool });
// A resolution is encoded as a transaction that contains nothing else.
const v2Resolution = struct({ transaction: v2Transaction, coinElement, missed: bool });

/** Encodes the data of an event; its type is stored separately. */
export function encodeEventData(data: EventData): Uint8Array {
  switch (data.type) {
    case 'miner':
    case 'foundation':
    case 'claim':
      return encode(payout, data);
    case 'v1Transaction':
      return encode(v1TransactionEvent, {
        ...data,
        spentCoins: [...data.spentCoins],
        spentFunds: [...data.spentFunds]
      });
    case 'v2Transaction':
      // The layout's only field.
      return encodeV2Transaction(data.transaction);
    case 'v1ContractResolution':
      return encode(v1Resolution, data);
    case 'v2ContractResolution':
      return encode(v2Resolution, {
        ...data,
        transaction: { ...EMPTY_V2_TRANSACTION, fileContractResolutions: [data.resolution] }
      });
  }
}

/** The inverse of {@link encodeEventData}. */
export function decodeEventData(type: EventData['type'], bytes: Uint8Array): EventData {
  switch (type) {
    case 'miner':
    case 'foundation':
    case 'claim':
      return { type, ...decode(payout, bytes) };
    case 'v1Transaction':
      return { type, ...decode(v1TransactionEvent, bytes) };
    case 'v2Transaction':
      return { type, ...decode(v2TransactionEvent, bytes) };
    case 'v1ContractResolution':
      return { type, ...decode(v1Resolution, bytes) };
    case 'v2ContractResolution': {
      const { transaction: holder, ...rest } = decode(v2Resolution, bytes);
      return { type, resolution: holder.fileContractResolutions[0]!, ...rest };
    }
  }
}
