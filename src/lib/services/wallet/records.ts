import type { Address } from '$lib/chain/address';
import type { WalletKind, WalletAddress } from '$lib/wallet/keys/account';
import type { SpendPolicy } from '$lib/chain/policy/policy';
import type { ChainState } from '$lib/chain/block/state';
import type { Network } from '$lib/chain/network/network';
import type { CacheState } from '$lib/wallet/sync/cache';
import type { OwnedCoin } from '$lib/wallet/sync/coins';
import type { Hastings, FundUnits } from '$lib/chain/currency/currency';
import type { ChainIndex } from '$lib/chain/element/elements';
import type { BlockId, TransactionId } from '$lib/chain/ids';
import type { Work } from '$lib/chain/target';
import type { Height } from '$lib/chain/time';
import type { Contact } from '$lib/wallet/formats/contacts';
import type { Transfer } from '$lib/wallet/transfer/transfer';

/** Maximum characters of a wallet's name. */
export const MAX_WALLET_NAME = 60;
/** Of a wallet: five of the longest lists. Each address is stored, read with every page, and looked up on the server. */
export const MAX_WALLET_ADDRESSES = 100_000;

/** A payment that left the browser unsent, and the recipients that its review named. */
export interface HandedOver {
  readonly id: TransactionId;
  /** Milliseconds since 1970. */
  readonly atMs: number;
  readonly recipients: readonly Pick<Contact, 'address' | 'name'>[];
}

/** A stored wallet. */
export interface WalletRow {
  readonly id: string;
  readonly name: string;
  readonly kind: WalletKind;
  /** The m-of-n policy of all its coins. */
  readonly policy?: SpendPolicy;
  /** Its network, once known; servers of other networks are not used. */
  readonly network?: Network;
  /** Requested by the user: a restarted private network's chain may replace the known one. */
  readonly adoptChain?: boolean;
  /** The genesis block as first seen; missing in wallets of earlier versions until their next sync. */
  readonly genesis?: BlockId;
  readonly createdAtMs: number;
  /** The recovery phrase was not confirmed yet; missing in confirmed and in watch-only wallets. */
  readonly phrasePending?: boolean;
  /** Keys below this were scanned by discovery; new seeds need none. */
  readonly checkedUpTo: number;
  /** A discovery is pending or was interrupted. */
  readonly discover: boolean;
  /** The last discovery ended at its limit before the gap limit: there may be more used keys. */
  readonly discoveryCut?: boolean;
  /** Addresses were added whose history is unknown. */
  readonly firstSync: boolean;
  /** The chain that it is then read from need not continue the one that it has read: the user rescans it. */
  readonly readAnew?: boolean;
  /** Blocks were reverted: the chain has to have this much work again. */
  readonly workDue?: Work;
  /** Outputs that it held are from before the first block of its server, and have to be imported. */
  readonly importDue?: boolean;
  /** Payouts without a proof that should have matured, and that no server has listed yet. They do not count as coins. */
  readonly missingPayouts?: readonly MissingPayout[];
  /** Payments that left the browser unsent, newest first. */
  readonly handedOver?: readonly HandedOver[];
}

/** A payout that a server reported while it was immature, and that its server did not list once it should have matured. */
export type MissingPayout = Omit<OwnedCoin, 'leafIndex'>;

/** Whether a stored record is a valid wallet; others are left unchanged. */
export const isWalletRow = ({ id, name, kind, createdAtMs }: Partial<WalletRow>): boolean =>
  typeof id === 'string' &&
  typeof name === 'string' &&
  (kind === 'seed' || kind === 'watch') &&
  typeof createdAtMs === 'number';

/** An address with the wallet's data about it beyond {@link WalletAddress}. */
export interface AddressRow extends WalletAddress {
  readonly walletId: string;
  /** Issued; others are look-ahead. */
  readonly shown: boolean;
  /** Seen on the chain. */
  readonly used: boolean;
}

/** Chain state at a wallet's block. Wallets stored by earlier versions have only the required fields. */
export type TipState = CacheState & Pick<ChainState, 'prevTimestamps'> & Partial<ChainState>;

/** The full state, to which the next V2 block commits. */
export const wholeState = (state: TipState): ChainState | undefined =>
  state.childTarget === undefined ? undefined : (state as ChainState);

/** Outputs from before our node's first block that another server listed and proved. */
export interface OutputImport {
  /** Id of the connection, and its name at that time. */
  readonly connection: string;
  readonly name: string;
  /** Milliseconds since 1970. */
  readonly atMs: number;
  /** The block at which the server proved them. */
  readonly basis: ChainIndex;
  /** Outputs that were new to the wallet, in this and earlier imports from the connection. */
  readonly outputs: number;
}

/** A wallet's position and running totals, so that it opens without reading its outputs. */
export interface MetaRow {
  readonly walletId: string;
  readonly state: TipState;
  readonly numLeaves: bigint;
  /** Time of the last sync, milliseconds since 1970. */
  readonly atMs: number;
  readonly coins: Hastings;
  readonly coinCount: number;
  readonly funds: FundUnits;
  readonly eventCount: number;
  /** The latest import from each connection; missing if there is none. */
  readonly imports?: readonly OutputImport[];
}

/** The claim of a sent transaction pays another address than the one it was sent with. */
export interface ClaimSwap {
  readonly address: Address;
  /** Seen in a block, where it cannot be undone; otherwise in the pool. */
  readonly isConfirmed: boolean;
}

/** A transaction that was sent to a server, until no reorganization is expected to revert it. */
export interface SendRow {
  readonly walletId: string;
  readonly id: TransactionId;
  readonly transfer: Transfer;
  /** Time of the last broadcast, milliseconds since 1970. */
  readonly atMs: number;
  /** The server never acknowledged it: it may or may not be mined. */
  readonly isUnclear?: boolean;
  /**
   * Not tracked: rejected, dismissed, or signed and handed over. Others may have it and broadcast it later, so it is
   * kept to warn of a second payment, and of a claim that a block redirects.
   */
  readonly isReleased?: boolean;
  /** Seen in the pool or in a block with another claim address. */
  readonly claimSwap?: ClaimSwap;
  /** Height of the block in which it was last seen; a reorganization may have removed that block. */
  readonly minedHeight?: Height;
}
