import type { Address } from '$lib/chain/address';
import type { WalletKind, WalletAddress } from '$lib/wallet/keys/account';
import type { SpendPolicy } from '$lib/chain/policy/policy';
import type { ChainState } from '$lib/chain/block/state';
import type { Network } from '$lib/chain/network/network';
import type { CacheState } from '$lib/wallet/sync/cache';
import type { Hastings, FundUnits } from '$lib/chain/currency/currency';
import type { BlockId, TransactionId } from '$lib/chain/ids';
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
  /** Read anew at the request of its owner: the chain of a restarted private network may replace the known one. */
  readonly adoptChain?: boolean;
  /** The first block of that chain, as first seen; missing in wallets of earlier versions until they reach a server. */
  readonly genesis?: BlockId;
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

/** State of the chain at a wallet's block. Wallets stored by earlier versions have only the required fields. */
export type TipState = CacheState & Pick<ChainState, 'prevTimestamps'> & Partial<ChainState>;

/** The whole state, which the next V2 block commits to. */
export const wholeState = (state: TipState): ChainState | undefined =>
  state.childTarget === undefined ? undefined : (state as ChainState);

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

/** The claim of a sent transaction pays another address than the one it was sent with. */
export interface ClaimSwap {
  readonly address: Address;
  /** In a block, where it cannot be undone; else in the pool. */
  readonly isConfirmed: boolean;
}

/** A broadcast transaction of ours that is not buried yet. */
export interface SendRow {
  readonly walletId: string;
  readonly id: TransactionId;
  readonly transfer: Transfer;
  /** Of the latest broadcast, milliseconds since 1970. */
  readonly atMs: number;
  /** Seen in the pool or in a block with another claim address. */
  readonly claimSwap?: ClaimSwap;
}
