import type { Allowance } from '$lib/api/daemon/shapes/allowance';
import type { HostFilter } from '$lib/api/daemon/hostdb';
import type { Hastings } from '$lib/chain/currency/currency';
import type { FileContractId } from '$lib/chain/ids';
import type { Height, UnixSeconds } from '$lib/chain/time';
import { NO_FILTER } from '../hostdb/filter';

/** Where a contract's money went; together with what is left in it the whole cost, to the hasting. */
export interface Spending {
  /** The host's price of the contract, the transaction's fee, the tax on the payout. */
  readonly fees: Hastings;
  readonly upload: Hastings;
  readonly download: Hastings;
  readonly storage: Hastings;
  /** Put into accounts with the host, out of which single calls are paid. */
  readonly fundAccount: Hastings;
  readonly updatePriceTable: Hastings;
  readonly accountBalance: Hastings;
  /** What putting money into the accounts cost. */
  readonly fundAccountCall: Hastings;
}

/** A contract with a host, from the renter's side. Amounts count from its beginning. */
export interface Contract {
  readonly id: FileContractId;
  /** Number of the host. */
  readonly host: number;
  readonly startHeight: Height;
  /** The first height at which it is over. */
  readonly endHeight: Height;
  /** Bytes. */
  readonly size: bigint;
  readonly totalCost: Hastings;
  /** What is left. */
  readonly renterFunds: Hastings;
  /** What the host locked. */
  readonly collateral: Hastings;
  readonly spending: Spending;
  readonly revisionNumber: bigint;
  readonly goodForUpload: boolean;
  readonly goodForRenew: boolean;
  /** The host has broken it. */
  readonly isBad: boolean;
  /** A person gave it up, for good. */
  readonly isCancelled: boolean;
  /** Its host was outbid when the renter last compared; until it compares again. */
  readonly isOutbid: boolean;
  /** The contract that holds its data now. */
  readonly renewedTo: FileContractId | undefined;
}

/** Something the renter stores, as its backups list it. */
export interface StoredFile {
  readonly path: string;
  /** Bytes. */
  readonly size: bigint;
}

/** A backup that hosts keep. */
export interface UploadedBackup {
  readonly name: string;
  readonly uid: string;
  readonly creationDate: UnixSeconds;
  /** The same text a backup file holds. */
  readonly content: string;
}

/** Why the renter has fewer contracts than it wants, or cannot renew those it has. */
export interface Shortage {
  readonly of: 'funds' | 'hosts';
  /** What it was needed for. */
  readonly during: 'forming' | 'refreshing' | 'renewing';
  readonly height: Height;
}

/** What the simulated renter remembers. */
export interface RenterState {
  /** Undefined until it is set, and after it was cancelled. */
  readonly allowance: Allowance | undefined;
  /** Height at which the period began; 0 without an allowance. */
  readonly currentPeriod: Height;
  readonly filter: HostFilter;
  /** No two hosts of one subnet. */
  readonly checkIpViolation: boolean;
  /** Bytes per second, 0 for unlimited. */
  readonly maxDownloadSpeed: number;
  /** Bytes per second, 0 for unlimited. */
  readonly maxUploadSpeed: number;
  readonly streamCacheSize: number;
  /** Those that are not over, oldest first. */
  readonly contracts: readonly Contract[];
  /** Those that are over, as far as they are still listed. */
  readonly ended: readonly Contract[];
  /**
   * Contracts the host has put on the chain but whose forming broke off before the renter knew: their money is not
   * counted until the renter makes them its own.
   */
  readonly lost: readonly Contract[];
  /** Hastings spent on contracts that are no longer listed. */
  readonly forgottenSpending: Hastings;
  /** Compares its hosts with the others at the next block, whenever it would have been its turn. */
  readonly mustCompare: boolean;
  readonly shortages: readonly Shortage[];
  /** Brought back from backups. */
  readonly files: readonly StoredFile[];
  readonly backups: readonly UploadedBackup[];
}

/** What a person can ask of the renter. Everything in it was checked before. */
export type RenterAction =
  | { readonly type: 'filter'; readonly filter: HostFilter }
  | { readonly type: 'configure'; readonly settings: Partial<RenterSettings> }
  | { readonly type: 'cancelAllowance' }
  | { readonly type: 'cancelContract'; readonly id: FileContractId }
  | { readonly type: 'keepBackup'; readonly name: string; readonly content: string }
  | { readonly type: 'recoverFiles'; readonly files: readonly StoredFile[] }
  | { readonly type: 'clean' };

/** The part of the state that a person sets in `POST /renter`. */
export type RenterSettings = Pick<
  RenterState,
  'checkIpViolation' | 'maxDownloadSpeed' | 'maxUploadSpeed' | 'streamCacheSize'
> & { readonly allowance: Allowance };

export const INITIAL_RENTER: RenterState = {
  allowance: undefined,
  currentPeriod: 0,
  filter: NO_FILTER,
  checkIpViolation: true,
  maxDownloadSpeed: 0,
  maxUploadSpeed: 0,
  streamCacheSize: 2,
  contracts: [],
  ended: [],
  lost: [],
  forgottenSpending: 0n as Hastings,
  mustCompare: false,
  shortages: [],
  files: [],
  backups: []
};
