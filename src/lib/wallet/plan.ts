import type { Address } from '../chain/address';
import type { FundUnits, Hastings } from '../chain/currency';
import type { Network } from '../chain/network';
import type { AddressBook, WalletAddress } from './account';
import type { Holdings, OwnedCoin, OwnedFund } from './coins';
import type { Transfer } from './transfer';

/** Coins or fund units for an address. */
export type Recipient =
  { readonly address: Address; readonly coins: Hastings } | { readonly address: Address; readonly funds: FundUnits };

export interface SpendRequest {
  readonly holdings: Holdings;
  readonly addresses: AddressBook;
  readonly network: Network;
  readonly recipients: readonly Recipient[];
  /** This recipient gets all that is left instead of its amount. */
  readonly sendMax?: number;
  /** Hastings for one unit of weight, as recommended. */
  readonly feePerWeight: Hastings;
  /** The whole fee, instead of rate times weight. */
  readonly feeOverride?: Hastings;
  readonly changeAddress: Address;
  /** Where claims of spent fund units go; the change address if left out. */
  readonly claimAddress?: Address;
  /** Spend these outputs only. */
  readonly only?: ReadonlySet<string>;
  /** Never these: frozen ones, and those that waiting transactions spend. */
  readonly excluded?: ReadonlySet<string>;
}

export type ConsolidationRequest = Pick<
  SpendRequest,
  'holdings' | 'addresses' | 'network' | 'feePerWeight' | 'only' | 'excluded'
> & {
  /** Where the sum goes. */
  readonly address: Address;
  /** Default 100, smallest coins first. */
  readonly maxInputs?: number;
};

/** An output that is spent, and the address of ours it is at. */
export type PlannedInput =
  | { readonly coin: OwnedCoin; readonly owner: WalletAddress }
  | { readonly fund: OwnedFund; readonly owner: WalletAddress };

/** A complete unsigned transaction and what it means. */
export interface SpendPlan {
  readonly transfer: Transfer;
  readonly fee: Hastings;
  /** Of the signed transaction. */
  readonly weight: number;
  readonly inputs: readonly PlannedInput[];
  /** What came back; nothing when it fits exactly, or when the rest is worth less than spending it costs. */
  readonly change?: { readonly address: Address; readonly coins: Hastings };
  readonly fundChange?: { readonly address: Address; readonly funds: FundUnits };
}

/**
 * The same request gives the same plan.
 * @throws {InsufficientFundsError | ZeroAmountError | FeeError | NoRecipientError | TransactionTooLargeError}
 */
export declare function planSpend(request: SpendRequest): SpendPlan;
/** @throws {NothingToConsolidateError} */
export declare function planConsolidation(request: ConsolidationRequest): SpendPlan;
/** Lowest and highest fee that is taken as an override, for a recommended one. */
export declare function feeBounds(recommended: Hastings): { lowest: Hastings; highest: Hastings };
