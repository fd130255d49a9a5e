import type { FundUnits, Hastings } from '$lib/chain/currency/currency';
import type { CoinOutputId, FundOutputId, Hash256, TransactionId } from '$lib/chain/ids';
import type { ChainIndex } from '$lib/chain/element/elements';
import type { Network } from '$lib/chain/network/network';
import type { SpendPolicy } from '$lib/chain/policy/policy';
import type { ChainState, Work } from '$lib/chain/block/state';
import type { Height, UnixSeconds } from '$lib/chain/time';
import type { WalletAddress, WalletKind } from '$lib/wallet/keys/account';
import type { CacheState } from '$lib/wallet/sync/cache';
import type { OwnedCoin, OwnedFund } from '$lib/wallet/sync/coins';
import type { Transfer } from '$lib/wallet/transfer/transfer';
import type { WalletEvent, WalletEventType } from '$lib/wallet/sync/walletEvent';

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

/** The key file of a wallet. */
export interface VaultRow {
  readonly walletId: string;
  readonly vault: Uint8Array;
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

export interface CoinRow {
  readonly walletId: string;
  readonly id: CoinOutputId;
  readonly coin: OwnedCoin;
  /** Sorts by value, largest first. */
  readonly valueRank: string;
  readonly maturityHeight: Height;
}

export interface FundRow {
  readonly walletId: string;
  readonly id: FundOutputId;
  readonly fund: OwnedFund;
}

/** Nodes of the accumulator that are next to each other. */
export interface NodesRow {
  readonly walletId: string;
  readonly bucket: number;
  readonly keys: readonly number[];
  /** 32 bytes each, in the order of the keys. */
  readonly hashes: Uint8Array;
}

export interface EventRow {
  readonly walletId: string;
  readonly id: Hash256;
  readonly event: WalletEvent;
  /** Minus the height: sorts newest first. */
  readonly rank: number;
  readonly type: WalletEventType;
}

/** The total at the end of a day. */
export interface DayRow {
  readonly walletId: string;
  /** Days since 1970, UTC. */
  readonly day: number;
  readonly timestamp: UnixSeconds;
  readonly coins: Hastings;
}

/** A coin that must not be spent. Outlives the coin, which may come back with a reorganisation. */
export interface FrozenRow {
  readonly walletId: string;
  readonly id: CoinOutputId;
}

/** A broadcast transaction of ours that is not buried yet. */
export interface SendRow {
  readonly walletId: string;
  readonly id: TransactionId;
  readonly transfer: Transfer;
  /** Of the latest broadcast, milliseconds since 1970. */
  readonly atMs: number;
}

/** How far apart samples of one tier are. */
export type SampleTier = 'minute' | 'hour' | 'day';

/** What was read of a node at one moment. */
export interface SampleRow {
  /** The chain that the node is on. */
  readonly scope: string;
  readonly tier: SampleTier;
  /** Minutes, hours or days since 1970. */
  readonly bucket: number;
  /** When it was read, milliseconds since 1970. */
  readonly atMs: number;
  readonly values: Readonly<Record<string, bigint>>;
}

/** How far a chain was checked by this browser. */
export interface CheckRow {
  /** The id of the chain's first block. */
  readonly scope: string;
  readonly network: Network;
  /** What is trusted without proof. */
  readonly start: ChainIndex;
  readonly tip: ChainIndex;
  readonly best: { readonly index: ChainIndex; readonly totalWork: Work };
}

/** A state that was checked: the newest ones, and few of those before. */
export interface CheckedStateRow {
  readonly scope: string;
  readonly height: Height;
  readonly state: ChainState;
  /** The header of its block commits to the state before it. */
  readonly commits: boolean;
}

/** Every table with its rows. */
export interface Rows {
  wallets: WalletRow;
  vaults: VaultRow;
  meta: MetaRow;
  addresses: AddressRow;
  coins: CoinRow;
  funds: FundRow;
  nodes: NodesRow;
  events: EventRow;
  days: DayRow;
  frozen: FrozenRow;
  sends: SendRow;
  samples: SampleRow;
  checks: CheckRow;
  checkedStates: CheckedStateRow;
}
export type TableName = keyof Rows;

interface TableLayout {
  readonly key: readonly string[];
  readonly indexes: Readonly<Record<string, readonly string[]>>;
}

/** Keys and indexes, all of text and small numbers: a bigint is no key in IndexedDB. Read in ascending order only. */
export const TABLES: Readonly<Record<TableName, TableLayout>> = {
  wallets: { key: ['id'], indexes: {} },
  vaults: { key: ['walletId'], indexes: {} },
  meta: { key: ['walletId'], indexes: {} },
  addresses: { key: ['walletId', 'address'], indexes: {} },
  coins: {
    key: ['walletId', 'id'],
    indexes: {
      byValue: ['walletId', 'valueRank', 'id'],
      byMaturity: ['walletId', 'maturityHeight', 'id']
    }
  },
  funds: { key: ['walletId', 'id'], indexes: {} },
  nodes: { key: ['walletId', 'bucket'], indexes: {} },
  events: {
    key: ['walletId', 'id'],
    indexes: { byRank: ['walletId', 'rank', 'id'], byType: ['walletId', 'type', 'rank', 'id'] }
  },
  days: { key: ['walletId', 'day'], indexes: {} },
  frozen: { key: ['walletId', 'id'], indexes: {} },
  sends: { key: ['walletId', 'id'], indexes: {} },
  samples: { key: ['scope', 'tier', 'bucket'], indexes: {} },
  checks: { key: ['scope'], indexes: {} },
  checkedStates: { key: ['scope', 'height'], indexes: {} }
};

export const TABLE_NAMES = Object.keys(TABLES) as TableName[];
