import type { Allowance } from '$lib/api/daemon/shapes/allowance';
import type { HostFilter } from '$lib/api/daemon/hostdb';
import type { Hastings } from '$lib/chain/currency/currency';
import type { FileContractId } from '$lib/chain/ids';
import type { Height, UnixSeconds } from '$lib/chain/time';
import { NO_FILTER } from '../hostdb/filter';

/** Breakdown of a contract's spending; with the remaining funds it adds up to the total cost exactly. */
export interface Spending {
  /** Contract price, transaction fee and file contract tax. */
  readonly fees: Hastings;
  readonly upload: Hastings;
  readonly download: Hastings;
  readonly storage: Hastings;
  /** Deposits into accounts at the host, from which RPCs are paid. */
  readonly fundAccount: Hastings;
  readonly updatePriceTable: Hastings;
  readonly accountBalance: Hastings;
  /** Cost of the deposit RPCs. */
  readonly fundAccountCall: Hastings;
}

/** A contract from the renter's side. Amounts are totals since formation. */
export interface Contract {
  readonly id: FileContractId;
  /** Index of the host. */
  readonly host: number;
  readonly startHeight: Height;
  /** The first height after its end. */
  readonly endHeight: Height;
  /** Bytes. */
  readonly size: bigint;
  readonly totalCost: Hastings;
  /** Remaining funds. */
  readonly renterFunds: Hastings;
  /** The host's locked collateral. */
  readonly collateral: Hastings;
  readonly spending: Spending;
  readonly revisionNumber: bigint;
  readonly goodForUpload: boolean;
  readonly goodForRenew: boolean;
  /** The host is gone. */
  readonly isBad: boolean;
  /** Canceled by the user, permanently. */
  readonly isCancelled: boolean;
  /** The host ranked too low in the last comparison; re-evaluated in the next one. */
  readonly isOutbid: boolean;
  /** The contract that replaced it. */
  readonly renewedTo: FileContractId | undefined;
}

/** A stored file, as backups list it. */
export interface StoredFile {
  readonly path: string;
  /** Bytes. */
  readonly size: bigint;
}

/** A backup stored on hosts. */
export interface UploadedBackup {
  readonly name: string;
  readonly uid: string;
  readonly creationDate: UnixSeconds;
  /** The same text as in a backup file. */
  readonly content: string;
}

/** Why the renter has too few contracts, or could not renew one. */
export interface Shortage {
  readonly of: 'funds' | 'hosts';
  /** The operation that failed. */
  readonly during: 'forming' | 'refreshing' | 'renewing';
  readonly height: Height;
}

/** The simulated renter's persisted state. */
export interface RenterState {
  /** Undefined before it is set and after it is canceled. */
  readonly allowance: Allowance | undefined;
  /** Start height of the period; 0 without an allowance. */
  readonly currentPeriod: Height;
  readonly filter: HostFilter;
  /** Allow one host per subnet only. */
  readonly checkIpViolation: boolean;
  /** Bytes per second, 0 for unlimited. */
  readonly maxDownloadSpeed: bigint;
  /** Bytes per second, 0 for unlimited. */
  readonly maxUploadSpeed: bigint;
  readonly streamCacheSize: bigint;
  /** Active contracts, oldest first. */
  readonly contracts: readonly Contract[];
  /** Ended contracts that are still listed. */
  readonly ended: readonly Contract[];
  /**
   * Contracts that a host has confirmed but whose formation was interrupted before the renter stored them. Their funds
   * are not counted until the renter recovers them.
   */
  readonly lost: readonly Contract[];
  /** Hastings spent on contracts that are no longer listed. */
  readonly forgottenSpending: Hastings;
  /** Compare hosts at the next block instead of at the regular interval. */
  readonly mustCompare: boolean;
  readonly shortages: readonly Shortage[];
  /** Recovered from backups. */
  readonly files: readonly StoredFile[];
  readonly backups: readonly UploadedBackup[];
}

/** Actions that can be requested of the renter; validated by the caller. */
export type RenterAction =
  | { readonly type: 'filter'; readonly filter: HostFilter }
  | { readonly type: 'configure'; readonly settings: Partial<RenterSettings> }
  | { readonly type: 'cancelAllowance' }
  | { readonly type: 'cancelContract'; readonly id: FileContractId }
  | { readonly type: 'keepBackup'; readonly name: string; readonly content: string }
  | { readonly type: 'recoverFiles'; readonly files: readonly StoredFile[] }
  | { readonly type: 'clean' };

/** The part of the state that `POST /renter` sets. */
export type RenterSettings = Pick<
  RenterState,
  'checkIpViolation' | 'maxDownloadSpeed' | 'maxUploadSpeed' | 'streamCacheSize'
> & { readonly allowance: Allowance };

export const INITIAL_RENTER: RenterState = {
  allowance: undefined,
  currentPeriod: 0,
  filter: NO_FILTER,
  checkIpViolation: true,
  maxDownloadSpeed: 0n,
  maxUploadSpeed: 0n,
  streamCacheSize: 2n,
  contracts: [],
  ended: [],
  lost: [],
  forgottenSpending: 0n as Hastings,
  mustCompare: false,
  shortages: [],
  files: [],
  backups: []
};
