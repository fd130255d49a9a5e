import type { CoinElement, FundElement } from '../element/elements';
import type { FileContractElement } from '../element/fileContract';
import type { Transaction } from '../transaction/transaction';
import type { V2FileContractResolution, V2Transaction } from '../transaction/v2Transaction';

/** What happened to an address, by kind. */
export type ChainEventData =
  /** Coins that came without a transaction of their owner: block reward, subsidy, share of the contract tax. */
  | { readonly type: 'miner' | 'foundation' | 'claim'; readonly coinElement: CoinElement }
  | {
      readonly type: 'v1Transaction';
      readonly transaction: Transaction;
      /** The outputs its inputs spent. */
      readonly spentCoins: readonly CoinElement[];
      readonly spentFunds: readonly FundElement[];
    }
  | { readonly type: 'v2Transaction'; readonly transaction: V2Transaction }
  /** One payout of a contract that ended; `missed` without a storage proof. */
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
  /** A kind that a newer server knows and we do not. */
  | { readonly type: 'other'; readonly name: string };
