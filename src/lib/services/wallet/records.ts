import type { WalletKind, WalletAddress } from '$lib/wallet/keys/account';
import type { SpendPolicy } from '$lib/chain/policy/policy';
import type { Network } from '$lib/chain/network/network';
import type { CacheState } from '$lib/wallet/sync/cache';
import type { UnixSeconds } from '$lib/chain/time';
import type { Hastings, FundUnits } from '$lib/chain/currency/currency';
import type { TransactionId } from '$lib/chain/ids';
import type { Transfer } from '$lib/wallet/transfer/transfer';

/** A wallet itself. */
export interface WalletRow {
  readonly id: string;
  readonly name: string;
  readonly kind: WalletKind;
  /** All coins of an m-of-n wallet are behind it. */
  readonly policy?: SpendPolicy;
  /** The chain it is on, known from the first contact on; another chain's server is not asked about it. */
  readonly network?: Network;
  readonly createdAtMs: number;
  /** Keys below this were looked at by discovery; a new seed has nothing to be discovered. */
  readonly checkedUpTo: number;
  /** A discovery is wanted, or was cut short. */
  readonly discover: boolean;
  /** Addresses were added whose history is not known yet. */
  readonly firstSync: boolean;
}

/** An address with what the wallet knows of it beyond {@link WalletAddress}. */
export interface AddressRow extends WalletAddress {
  readonly walletId: string;
  /** Handed out; the others wait ahead, so that what is paid to them is noticed. */
  readonly shown: boolean;
  /** The chain has seen it. */
  readonly used: boolean;
}

export interface TipState extends CacheState {
  /** Newest first. */
  readonly prevTimestamps: readonly UnixSeconds[];
}

/** Where a wallet stands, and its running totals: with them it opens without reading what it holds. */
export interface MetaRow {
  readonly walletId: string;
  readonly state: TipState;
  readonly numLeaves: bigint;
  /** When it was last in step, milliseconds since 1970. */
  readonly atMs: number;
  readonly coins: Hastings;
  readonly coinCount: number;
  readonly funds: FundUnits;
  readonly eventCount: number;
}

/** A broadcast transaction of ours that is not buried yet. */
export interface SendRow {
  readonly walletId: string;
  readonly id: TransactionId;
  readonly transfer: Transfer;
  /** Of the latest broadcast, milliseconds since 1970. */
  readonly atMs: number;
}
