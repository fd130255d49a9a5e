import type { Address } from '$lib/chain/address';
import type { FundUnits, Hastings } from '$lib/chain/currency';
import type { ChainIndex } from '$lib/chain/elements';
import type { CoinOutputId, TransactionId } from '$lib/chain/ids';
import type { SpendPolicy } from '$lib/chain/policy';
import type { Height } from '$lib/chain/time';
import type { AppError } from '$lib/errors';

/** A wallet of this browser, as the list shows it. */
export interface WalletSummary {
  readonly id: string;
  readonly name: string;
  readonly kind: 'seed' | 'watch';
  /** The policy of an m-of-n wallet: all its coins are behind it. */
  readonly policy?: SpendPolicy;
  readonly network: string;
  readonly createdAtMs: number;
  /** What it held when it was last in step with the chain; absent before the first time. */
  readonly held?: {
    readonly coins: Hastings;
    readonly funds: FundUnits;
    readonly index: ChainIndex;
    readonly atMs: number;
  };
}

/** An address to watch: pasted, from a file, or of a key or policy. */
export interface WatchEntry {
  readonly address: Address;
  /** What its coins are locked with; without it nothing can be composed from them. */
  readonly policy?: SpendPolicy;
  readonly label?: string;
}

/** How a wallet stands to the chain. */
export type WalletStatus =
  /** Reading what this browser remembers. */
  | { readonly step: 'opening' }
  /** Looking for addresses that were used; `checked` of them so far. */
  | { readonly step: 'discovering'; readonly checked: number; readonly found: number }
  /** A discovery waits for the seed. */
  | { readonly step: 'waiting-for-unlock' }
  /** Catching up; `height` of `target`, both block heights. */
  | { readonly step: 'syncing'; readonly height: Height; readonly target: Height }
  | { readonly step: 'following' }
  /** Another tab keeps this wallet in step; this one shows what that one writes. */
  | { readonly step: 'elsewhere' }
  /** The server does not answer: what is shown is of `sinceMs`. */
  | { readonly step: 'offline'; readonly sinceMs: number };

export interface WalletBalance {
  readonly spendable: Hastings;
  /** Payouts that cannot be spent yet. */
  readonly immature: Hastings;
  /** What unconfirmed sends will add or take; negative when coins are on their way out. */
  readonly unconfirmed: bigint;
  /** Part of `spendable` that was frozen by hand. */
  readonly frozen: Hastings;
  readonly funds: FundUnits;
  /** What the fund units have earned and a claim would pay. */
  readonly unclaimed: Hastings;
}

export interface AddressRow {
  readonly address: Address;
  readonly label: string;
  readonly isChange: boolean;
  readonly used: boolean;
  readonly policy?: SpendPolicy;
  /** Key `index` of the seed, in the form the address is made of. */
  readonly key?: { readonly index: number; readonly form: 'uc' | 'pk' };
  readonly createdAtMs: number;
}

export interface CoinRow {
  readonly id: CoinOutputId;
  readonly address: Address;
  readonly value: Hastings;
  readonly maturityHeight: Height;
  readonly frozen: boolean;
}

/** The total of a wallet at the end of a day. */
export interface HistoryPoint {
  /** Unix seconds of the day's last change. */
  readonly timestamp: number;
  readonly coins: Hastings;
}

/** A transaction of ours that is not buried yet. */
export type FollowState =
  | { readonly state: 'pool' }
  | { readonly state: 'confirmed'; readonly confirmations: number; readonly index: ChainIndex }
  /** The pool forgot it and no block has it. */
  | { readonly state: 'dropped'; readonly reason?: AppError };

export interface FollowedSend {
  readonly id: TransactionId;
  readonly follow: FollowState;
}

/** Rows that come page by page: `more()` at the end of the list, `rows` grows. */
export interface RowFeed<Row> {
  readonly rows: readonly Row[];
  /** All rows there are, where no filter makes that costly. */
  readonly total?: number;
  readonly ended: boolean;
  more(): Promise<void>;
}
