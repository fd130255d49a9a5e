import type { CoinElement, FundElement } from '../element/elements';
import type { FileContractElement } from '../element/fileContract';
import type { Transaction } from '../transaction/transaction';
import type { V2FileContractResolution, V2Transaction } from '../transaction/v2Transaction';

/** An event of an address, by kind. */
export type ChainEventData =
  /** Coins received without a transaction: block reward, foundation subsidy, fund claim. */
  | { readonly type: 'miner' | 'foundation' | 'claim'; readonly coinElement: CoinElement }
  | {
      readonly type: 'v1Transaction';
      readonly transaction: Transaction;
      /** The outputs its inputs spent. */
      readonly spentCoins: readonly CoinElement[];
      readonly spentFunds: readonly FundElement[];
    }
  | { readonly type: 'v2Transaction'; readonly transaction: V2Transaction }
  /** A payout of a resolved contract; `missed` without a storage proof. */
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
  /** An unsupported kind, sent by a newer server. */
  | { readonly type: 'other'; readonly name: string };
