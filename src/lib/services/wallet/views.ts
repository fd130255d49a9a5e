import type { Address } from '$lib/chain/address';
import type { FundUnits, Hastings } from '$lib/chain/currency/currency';
import type { ChainIndex } from '$lib/chain/element/elements';
import type { BlockId, CoinOutputId, FundOutputId, TransactionId } from '$lib/chain/ids';
import type { SpendPolicy } from '$lib/chain/policy/policy';
import type { Height } from '$lib/chain/time';
import type { ClaimSwap } from './records';

/** A wallet in the list. */
export interface WalletSummary {
  readonly id: string;
  readonly name: string;
  readonly kind: 'seed' | 'watch';
  /** The m-of-n policy of all its coins. */
  readonly policy?: SpendPolicy;
  /** Name of its network; empty before its first contact with a server. */
  readonly network: string;
  /** Its genesis block; missing before its first contact with a server. */
  readonly genesis?: BlockId;
  readonly createdAtMs: number;
  /** The recovery phrase was not confirmed yet. */
  readonly phrasePending: boolean;
  /**
   * The balance from which mining to it requires its phrase to be confirmed; missing once it is, and before the first
   * sync.
   */
  readonly phraseCap?: Hastings;
  /** Balance at the last sync; absent before the first. */
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
  /** Its policy; required for spending. */
  readonly policy?: SpendPolicy;
  readonly label?: string;
}

/** Sync status of a wallet. */
export type WalletStatus =
  /** Loading stored data, or reading from the server. */
  | { readonly step: 'opening' }
  /** Discovering used addresses: number of keys scanned, and of addresses found. */
  | { readonly step: 'discovering'; readonly checked: number; readonly found: number }
  /** Discovery requires the seed. */
  | { readonly step: 'waiting-for-unlock' }
  /** Syncing: current and target height. */
  | { readonly step: 'syncing'; readonly height: Height; readonly target: Height }
  /** Synced; the server last confirmed it at `atMs`. */
  | { readonly step: 'following'; readonly atMs: number }
  /** Another tab syncs this wallet. */
  | { readonly step: 'other-tab' }
  /** The server is unreachable or sent invalid data; the data shown, if any, is from `sinceMs`. */
  | { readonly step: 'offline'; readonly sinceMs?: number };

export interface WalletBalance {
  /** The balance once the pool is confirmed: `spendable`, `watched`, `timeLocked`, `immature`, `frozen` and `waiting`. */
  readonly total: Hastings;
  /** In the pool: incoming payments and change. */
  readonly waiting: Hastings;
  /** Mature, not frozen, unspent even in the pool, and not time-locked. */
  readonly spendable: Hastings;
  /** As `spendable`, but at addresses without a known policy: no payment of this wallet can spend it. */
  readonly watched: Hastings;
  /** As `spendable`, but the wallet's policy does not allow payments yet. */
  readonly timeLocked: Hastings;
  /** Immature payouts. */
  readonly immature: Hastings;
  /** Net effect of unconfirmed transactions; negative for outgoing coins. */
  readonly unconfirmed: bigint;
  /** Mature and unspent, but frozen: no payment of this wallet spends it. */
  readonly frozen: Hastings;
  readonly funds: FundUnits;
  /** Claim of the fund units. */
  readonly unclaimed: Hastings;
}

export interface AddressRow {
  readonly address: Address;
  readonly label: string;
  readonly isChange: boolean;
  /** Seen on the chain. */
  readonly used: boolean;
  readonly policy?: SpendPolicy;
  /** Key of the wallet's seed, with the form of the address. */
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
  /** Claim of the units, paid when the output is spent. */
  readonly claim: Hastings;
}

/** Total of a wallet at the end of a day. */
export interface HistoryPoint {
  /** Unix seconds of the day's last change. */
  readonly timestamp: number;
  readonly coins: Hastings;
}

/** Status of a sent transaction. */
export type FollowState =
  | { readonly state: 'pool' }
  /** Sent to a server that has not responded; no pool was read since. */
  | { readonly state: 'unanswered' }
  | { readonly state: 'confirmed'; readonly confirmations: number; readonly index: ChainIndex }
  /** In neither the pool nor a block; `minedHeight` is that of the block which a reorganization removed. */
  | { readonly state: 'dropped'; readonly minedHeight?: Height };

/** A sent transaction that is not deeply confirmed yet. */
export interface FollowedSend {
  readonly id: TransactionId;
  readonly sentAtMs: number;
  readonly follow: FollowState;
  /** The claim of its fund units was redirected. */
  readonly claimSwap?: ClaimSwap;
}
