import type { Address } from '$lib/chain/address';
import type { FundUnits, Hastings } from '$lib/chain/currency/currency';
import type { ChainIndex } from '$lib/chain/element/elements';
import type { CoinOutputId, FundOutputId, TransactionId } from '$lib/chain/ids';
import type { SpendPolicy } from '$lib/chain/policy/policy';
import type { Height } from '$lib/chain/time';
import type { ClaimSwap } from './records';

/** A wallet of this browser, as the list shows it. */
export interface WalletSummary {
  readonly id: string;
  readonly name: string;
  readonly kind: 'seed' | 'watch';
  /** The policy of an m-of-n wallet: all its coins are behind it. */
  readonly policy?: SpendPolicy;
  /** Name of its network; empty until it first reached a server. */
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
  /** Reading what this browser remembers, or what the server knows of it. */
  | { readonly step: 'opening' }
  /** Looking for addresses that were used: how many keys were looked at, and how many addresses found. */
  | { readonly step: 'discovering'; readonly checked: number; readonly found: number }
  /** A discovery waits for the seed. */
  | { readonly step: 'waiting-for-unlock' }
  /** Catching up; `height` of `target`, both block heights. */
  | { readonly step: 'syncing'; readonly height: Height; readonly target: Height }
  | { readonly step: 'following' }
  /** Another tab keeps this wallet in step; this one shows what that one writes. */
  | { readonly step: 'other-tab' }
  /** The server does not answer, or not in a way that can be believed; what is shown is of `sinceMs`, if anything. */
  | { readonly step: 'offline'; readonly sinceMs?: number };

export interface WalletBalance {
  /** Mature, and not spent by what waits in the pool. */
  readonly spendable: Hastings;
  /** Payouts that cannot be spent yet. */
  readonly immature: Hastings;
  /** What waiting transactions will add or take; negative when coins are on their way out. */
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
  /** The chain has seen it. */
  readonly used: boolean;
  readonly policy?: SpendPolicy;
  /** Key of the wallet's seed, in the form the address is made of. */
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

export interface FundRow {
  readonly id: FundOutputId;
  readonly address: Address;
  readonly units: FundUnits;
  /** What the units have earned and spending the output would pay. */
  readonly claim: Hastings;
}

/** The total of a wallet at the end of a day. */
export interface HistoryPoint {
  /** Unix seconds of the day's last change. */
  readonly timestamp: number;
  readonly coins: Hastings;
}

/** What became of a transaction of ours. */
export type FollowState =
  | { readonly state: 'pool' }
  | { readonly state: 'confirmed'; readonly confirmations: number; readonly index: ChainIndex }
  /** The pool forgot it and no block has it. */
  | { readonly state: 'dropped' };

/** A transaction of ours that is not buried yet. */
export interface FollowedSend {
  readonly id: TransactionId;
  readonly sentAtMs: number;
  readonly follow: FollowState;
  /** Somebody redirected the claim of its fund units. */
  readonly claimSwap?: ClaimSwap;
}
