import type { Address } from '$lib/chain/address';
import type { Hastings } from '$lib/chain/currency/currency';
import type { CoinOutputId, FundOutputId, Hash256 } from '$lib/chain/ids';
import type { ChainIndex } from '$lib/chain/element/elements';
import type { Network } from '$lib/chain/network/network';
import type { ChainState } from '$lib/chain/block/state';
import type { Work } from '$lib/chain/target';
import type { Height, UnixSeconds } from '$lib/chain/time';
import type { Contact } from '$lib/wallet/formats/contacts';
import type { OwnedCoin, OwnedFund } from '$lib/wallet/sync/coins';
import type { WalletEvent, WalletEventType } from '$lib/wallet/sync/walletEvent';
import type { WalletRow, AddressRow, MetaRow, SendRow } from '$lib/services/wallet/records';
import type { MiningRecord } from '$lib/services/mining/miningRecords';
import type { InboxEntry } from '$lib/services/notifications/notices';
import type { SampleTier } from '$lib/services/history/samples';

/** The key file of a wallet. */
export interface VaultRow {
  readonly walletId: string;
  readonly vault: Uint8Array;
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

/** Adjacent nodes of the accumulator. */
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

/** Balance at the end of a day. */
export interface DayRow {
  readonly walletId: string;
  /** Days since 1970, UTC. */
  readonly day: number;
  readonly timestamp: UnixSeconds;
  readonly coins: Hastings;
}

/** A frozen coin. Outlives the coin, which may reappear after a reorganization. */
export interface FrozenRow {
  readonly walletId: string;
  readonly id: CoinOutputId;
}

/** Labels as JSON lines, including those of other software. */
export interface LabelsRow {
  readonly walletId: string;
  readonly text: string;
  /** Labels of addresses that the wallet does not have yet. */
  readonly waiting: ReadonlyMap<Address, string>;
}

/** Values read from a node at one time. */
export interface SampleRow {
  /** Chain of the node. */
  readonly scope: string;
  readonly tier: SampleTier;
  /** Minutes, hours or days since 1970. */
  readonly bucket: number;
  /** Time of reading, milliseconds since 1970. */
  readonly atMs: number;
  readonly values: Readonly<Record<string, bigint>>;
}

/** Progress of the light client on a chain. */
export interface CheckRow {
  /** The chain and the start of the verification. */
  readonly scope: string;
  readonly network: Network;
  /** Trust anchor. */
  readonly start: ChainIndex;
  readonly tip: ChainIndex;
  readonly best: { readonly index: ChainIndex; readonly totalWork: Work };
}

/** A verified state: the newest ones, and snapshots of older ones. */
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
  labels: LabelsRow;
  sends: SendRow;
  samples: SampleRow;
  checks: CheckRow;
  checkedStates: CheckedStateRow;
  inbox: InboxEntry;
  contacts: Contact;
  mining: MiningRecord;
}
export type TableName = keyof Rows;

interface TableLayout {
  readonly key: readonly string[];
  readonly indexes: Readonly<Record<string, readonly string[]>>;
}

/**
 * Keys and indexes, of text and small numbers only: IndexedDB does not support bigint keys. Read in ascending order
 * only.
 */
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
  labels: { key: ['walletId'], indexes: {} },
  sends: { key: ['walletId', 'id'], indexes: {} },
  samples: { key: ['scope', 'tier', 'bucket'], indexes: {} },
  checks: { key: ['scope'], indexes: {} },
  checkedStates: { key: ['scope', 'height'], indexes: {} },
  inbox: { key: ['id'], indexes: { byTime: ['atMs', 'id'] } },
  contacts: { key: ['address'], indexes: {} },
  mining: { key: ['id'], indexes: { byTime: ['startedAtMs', 'id'] } }
};

export const TABLE_NAMES = Object.keys(TABLES) as TableName[];
