import type { Address } from '../chain/address';
import type { ChainIndex, CoinElement, FundElement } from '../chain/elements';
import type { FileContractElement } from '../chain/fileContract';
import type { Hash256 } from '../chain/ids';
import type { Height, UnixSeconds } from '../chain/time';
import type { Transaction } from '../chain/transaction';
import type { V2FileContractResolution, V2Transaction } from '../chain/v2transaction';
import type { WalletCache } from './cache';
import type { WalletEvent } from './walletEvent';

/** What happened, by kind; the shape wallet servers' events have. */
export type ChainEventData =
  | { readonly type: 'miner' | 'foundation' | 'claim'; readonly coinElement: CoinElement }
  | {
      readonly type: 'v1Transaction';
      readonly transaction: Transaction;
      readonly spentCoins: readonly CoinElement[];
      readonly spentFunds: readonly FundElement[];
    }
  | { readonly type: 'v2Transaction'; readonly transaction: V2Transaction }
  | {
      readonly type: 'v1ContractResolution';
      readonly parent: FileContractElement;
      readonly coinElement: CoinElement;
      readonly missed: boolean;
    }
  | {
      readonly type: 'v2ContractResolution';
      readonly resolution: V2FileContractResolution;
      readonly coinElement: CoinElement;
      readonly missed: boolean;
    }
  | { readonly type: 'other'; readonly name: string };

/** An event as servers tell it. */
export interface ChainEvent {
  readonly id: Hash256;
  readonly index: ChainIndex;
  readonly timestamp: UnixSeconds;
  readonly maturityHeight: Height;
  readonly data: ChainEventData;
}

type Own = { has(address: Address): boolean };

/** The wallet's view of a server's event; undefined when it touches no own address or is of an unknown kind. */
export declare function walletEventOf(event: ChainEvent, own: Own): WalletEvent | undefined;
/** The wallet's view of what waits in a pool; V1 inputs are known only as far as they are in the cache. */
export declare function poolEvents(
  pool: { readonly transactions: readonly Transaction[]; readonly v2Transactions: readonly V2Transaction[] },
  cache: WalletCache,
  own: Own,
  now: UnixSeconds
): WalletEvent[];
