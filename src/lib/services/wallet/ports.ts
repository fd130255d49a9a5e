import type { Address } from '$lib/chain/address';
import type { Hastings } from '$lib/chain/currency/currency';
import type { CoinOutputId, Hash256, TransactionId } from '$lib/chain/ids';
import type { PublicKey, Signature } from '$lib/chain/keys/keys';
import type { Contact } from '$lib/wallet/formats/contacts';
import type { DerivedKey } from '$lib/wallet/keys/discovery';
import type { ForeignPublicKey, ForeignSecret } from '$lib/wallet/keys/foreignKeys';
import type { MessageToSign } from '$lib/wallet/message/proof';
import type { WalletCache } from '$lib/wallet/sync/cache';
import type { SigningMessage } from '$lib/wallet/transfer/signatureHashes';
import type { OwnedCoin, OwnedFund } from '$lib/wallet/sync/coins';
import type { SyncChanges } from '$lib/wallet/sync/sync';
import type { WalletEvent, WalletEventType } from '$lib/wallet/sync/walletEvent';
import type { LeaderWork } from '../ports';
import type { AddressRow, HandedOver, MetaRow, OutputImport, SendRow, TipState, WalletRow } from './records';
import type { HistoryPoint } from './views';

/** A wallet's state after a sync step, with its changes. */
export interface Step {
  readonly before: WalletCache;
  readonly after: WalletCache;
  readonly changes: SyncChanges;
  readonly state: TipState;
  readonly atMs: number;
  /** Addresses found to be used. */
  readonly used?: readonly Address[];
  /** Set if the outputs come from another server. */
  readonly imported?: OutputImport;
}

/** Result of a first sync. */
export interface Snapshot {
  readonly cache: WalletCache;
  readonly events: readonly WalletEvent[];
  readonly state: TipState;
  readonly atMs: number;
  /** Addresses found to be used. */
  readonly used?: readonly Address[];
  /** The addresses whose history was read. If the wallet has others by now, it still needs a first sync. */
  readonly addresses?: readonly Address[];
  /** Imports of outputs that are still held. */
  readonly imports?: readonly OutputImport[];
  /** Imports that were stored before; a later one would be lost. */
  readonly importsBefore?: readonly OutputImport[];
}

/** A wallet's outputs with proofs, as they are stored. */
export interface StoredCache {
  readonly cache: WalletCache;
  readonly state: TipState;
  readonly imports?: readonly OutputImport[];
}

/** Data for the initial display of a wallet. */
export interface StoredWallet {
  readonly row: WalletRow;
  /** Undefined before the first sync. */
  readonly meta: MetaRow | undefined;
  readonly addresses: readonly AddressRow[];
  readonly funds: readonly OwnedFund[];
  readonly immature: readonly OwnedCoin[];
  readonly frozen: readonly OwnedCoin[];
  readonly frozenIds: ReadonlySet<CoinOutputId>;
  readonly sends: readonly SendRow[];
}

export type WalletChange = Partial<Omit<WalletRow, 'id'>>;

/** A change of a stored address. */
export interface AddressChange {
  readonly address: Address;
  readonly change: Partial<AddressRow>;
}

/** Labels as they are stored, in one transaction. */
export interface LabelChange {
  /** All labels as JSON lines. */
  readonly text: string;
  /** Labels of addresses that the wallet does not have yet. */
  readonly waiting: ReadonlyMap<Address, string>;
  readonly changes: readonly AddressChange[];
  readonly frozen: readonly CoinOutputId[];
  readonly thawed: readonly CoinOutputId[];
}

/** What a wallet has from the start besides its addresses. */
export interface NewWalletParts {
  /** The encrypted key file. */
  readonly vault?: Uint8Array;
  /** Labels of a restored one. */
  readonly labels?: LabelChange;
  /** Signed payments of a restored one. */
  readonly sends?: readonly SendRow[];
}

/** Storage of the address book, which all wallets of this browser share. */
export interface ContactStorage {
  contacts(): Promise<readonly Contact[]>;
  /** Adds contacts; those with the same address are replaced. */
  saveContacts(contacts: readonly Contact[]): Promise<void>;
  removeContact(address: Address): Promise<void>;
}

/** Storage of this browser's wallets; every call is one transaction. */
export interface WalletStorage extends ContactStorage {
  wallets(): Promise<WalletRow[]>;
  wallet(walletId: string): Promise<WalletRow | undefined>;
  metas(): Promise<MetaRow[]>;
  /** Adds a wallet with its first addresses. */
  addWallet(row: WalletRow, addresses: readonly AddressRow[], parts?: NewWalletParts): Promise<void>;
  /** @throws {UnknownWalletError} removed in the meantime */
  changeWallet(walletId: string, change: WalletChange): Promise<WalletRow>;
  /** Deletes the wallet with all its data, including the key file. */
  removeWallet(walletId: string): Promise<void>;
  /** Removes a wallet that another tab has removed from this tab's memory, to which a full disk's data was moved. */
  removeMovedWallet(walletId: string): Promise<void>;
  /** @throws {UnknownWalletError} */
  open(walletId: string): Promise<StoredWallet>;

  addresses(walletId: string): Promise<AddressRow[]>;
  /** Adds new addresses, and updates the wallet in the same transaction. */
  addAddresses(walletId: string, rows: readonly AddressRow[], change: WalletChange): Promise<WalletRow>;
  patchAddresses(walletId: string, changes: readonly AddressChange[]): Promise<void>;
  /** Marks an address as issued. @returns false if it already was, here or in another tab, or is used or unknown */
  issueAddress(walletId: string, address: Address, label: string): Promise<boolean>;
  /** Removes addresses and adds others. @throws {UnknownWalletError} removed in the meantime */
  replaceAddresses(walletId: string, removed: readonly Address[], rows: readonly AddressRow[]): Promise<void>;

  /** Those of the outputs that any wallet holds. */
  heldOutputs(ids: readonly Hash256[]): Promise<readonly (OwnedCoin | OwnedFund)[]>;
  /** All outputs with proofs; undefined before the first sync. */
  loadCache(walletId: string): Promise<StoredCache | undefined>;
  /** @throws {StaleWriteError} the stored state is not `before`: a newer block, or other outputs; nothing is written */
  saveStep(walletId: string, step: Step): Promise<MetaRow>;
  /**
   * Replaces all chain data. Other calls return the new data at once, although storing very many outputs takes seconds;
   * if that is interrupted, or if addresses were added or removed since they were read, `change` is not applied to the
   * wallet.
   * @throws {StaleWriteError} another tab has imported outputs since; nothing is written
   */
  saveSnapshot(walletId: string, snapshot: Snapshot, change: WalletChange): Promise<MetaRow>;

  /** The next page of coins, by value (largest first) or maturity (soonest first). */
  coinPage(
    walletId: string,
    order: 'byValue' | 'byMaturity',
    last: OwnedCoin | undefined,
    limit: number
  ): Promise<OwnedCoin[]>;
  /** The next page of events, newest first. */
  eventPage(
    walletId: string,
    type: WalletEventType | undefined,
    last: WalletEvent | undefined,
    limit: number
  ): Promise<WalletEvent[]>;
  event(walletId: string, id: Hash256): Promise<WalletEvent | undefined>;
  /** Oldest first. */
  days(walletId: string): Promise<readonly HistoryPoint[]>;
  /** @throws {UnknownWalletError} removed in the meantime */
  setFrozen(walletId: string, ids: readonly CoinOutputId[], frozen: boolean): Promise<void>;
  /** Label lines as of the last `saveLabels`. */
  labelText(walletId: string): Promise<string | undefined>;
  /**
   * @param read label lines that the change is based on
   * @throws {UnknownWalletError} removed in the meantime
   * @throws {StaleWriteError} other labels were stored in the meantime; nothing is written
   */
  saveLabels(walletId: string, read: string | undefined, change: LabelChange): Promise<void>;

  /** The encrypted key file of a wallet. */
  loadVault(walletId: string): Promise<Uint8Array | undefined>;

  sends(walletId: string): Promise<SendRow[]>;
  /**
   * Stores a sent transaction; what was seen of it, `claimSwap` and `minedHeight`, is kept.
   * @throws {UnknownWalletError} removed in the meantime
   */
  putSend(row: Omit<SendRow, 'claimSwap' | 'minedHeight'>): Promise<void>;
  /** Stores a signed payment that others may have; one that is tracked stays tracked. @throws {UnknownWalletError} */
  releaseSend(row: Omit<SendRow, 'claimSwap' | 'isReleased'>): Promise<void>;
  /** Stores where blocks and the pool pay the claims of sent transactions. */
  putClaims(walletId: string, found: readonly Pick<SendRow, 'id' | 'claimSwap'>[]): Promise<void>;
  /** Stores in which blocks sent transactions were seen. */
  putMined(walletId: string, found: readonly Pick<SendRow, 'id' | 'minedHeight'>[]): Promise<void>;
  deleteSend(walletId: string, id: TransactionId): Promise<void>;
  /**
   * Stores what was shown of a payment that leaves the browser unsent, unless the wallet was removed in the meantime.
   * @param blockMs as in `withHandedOver`
   */
  putHandedOver(walletId: string, payment: HandedOver, blockMs: number): Promise<void>;

  /** What other tabs cannot read, because the disk is full. */
  unshared(walletId: string): Unshared;
  /** Takes what another tab could not store. It is kept in memory, and stored once the disk has room. */
  takeUnshared(walletId: string, rows: Unshared): void;
}

/** What must not be done twice, and is only in the memory of a tab. */
export interface Unshared {
  readonly sends: readonly SendRow[];
  readonly issued: readonly Pick<AddressRow, 'address' | 'label'>[];
}

/** Progress of an unlock, from 0 to 1. */
export type OnProgress = (fraction: number) => void;

/** An additional unlock method. */
export interface PasskeyInfo {
  readonly id: string;
  readonly label: string;
  readonly createdAtMs: number;
}

/** Holds the seeds: derives keys and signs; private keys are never returned. */
export interface WalletKeystore {
  /** Encrypts a phrase, and leaves the wallet unlocked. @returns the key file, to be stored with the wallet */
  create(walletId: string, phrase: string, password: string, onProgress?: OnProgress): Promise<Uint8Array>;
  isUnlocked(walletId: string): boolean;
  unlock(walletId: string, password: string, onProgress?: OnProgress): Promise<void>;
  unlockWithPasskey(walletId: string): Promise<void>;
  /** Wipes the keys of one wallet, or of all. */
  lock(walletId?: string): Promise<void>;
  passkeys(walletId: string): Promise<PasskeyInfo[]>;
  addPasskey(walletId: string, label: string): Promise<void>;
  removePasskey(walletId: string, id: string): Promise<void>;
  changePassword(walletId: string, current: string, next: string, onProgress?: OnProgress): Promise<void>;
  exportPhrase(walletId: string, password: string, onProgress?: OnProgress): Promise<string>;
  /** Encrypts the content of a backup file under its own password. */
  sealBackup(content: Uint8Array, password: string, onProgress?: OnProgress): Promise<Uint8Array>;
  openBackup(sealed: Uint8Array, password: string, onProgress?: OnProgress): Promise<Uint8Array>;
  /** @throws {LockedError} */
  deriveAddresses(walletId: string, from: number, count: number): Promise<readonly DerivedKey[]>;
  /**
   * Signs a payment with keys of the wallet.
   * @param confirmedFee the fee typed by the user, if it is extreme
   * @returns in the order of the indexes
   * @throws {LockedError}
   */
  sign(
    walletId: string,
    indexes: readonly number[],
    message: SigningMessage,
    confirmedFee?: Hastings
  ): Promise<readonly Signature[]>;
  /** Signs a message with key `index`, which its policy must name. @throws {LockedError} */
  signMessage(walletId: string, index: number, message: MessageToSign): Promise<Signature>;
  /**
   * Derives the keys of another wallet and holds them until `lock(id)`; nothing is stored.
   * @param reach multiplies the number of keys, default 1
   */
  openForeign(id: string, secret: ForeignSecret, reach?: number): Promise<readonly ForeignPublicKey[]>;
  /** Signs a payment with a key from `openForeign`. */
  signForeign(id: string, publicKey: PublicKey, message: SigningMessage, confirmedFee?: Hastings): Promise<Signature>;
}

/** {@link Unshared} between tabs, which may be of different versions: `readUnshared` validates it. */
export interface UnsharedMessage {
  readonly sends: readonly (Pick<SendRow, 'atMs' | 'isUnclear' | 'isReleased'> & {
    /** As in QR codes. */
    readonly transfer: Uint8Array;
  })[];
  readonly issued: Unshared['issued'];
}

/** Messages between tabs with the same wallet. */
export type WalletNotification =
  /** The stored state of the chain changed. */
  | { readonly type: 'chain' }
  /** Labels, addresses, frozen coins, names or sends changed. */
  | { readonly type: 'wallet'; readonly unshared?: UnsharedMessage }
  /** What the tab that syncs has stored is behind the server of another tab, which is to sync. */
  | { readonly type: 'behind' }
  /** A tab has opened the wallet: the others answer with what it cannot read. */
  | { readonly type: 'opened' }
  /** Unconfirmed events in the pool: verified ones, and those only claimed by the server. */
  | {
      readonly type: 'pool';
      /** Milliseconds since 1970. */
      readonly askedAtMs: number;
      readonly events: readonly WalletEvent[];
      readonly unverified: readonly WalletEvent[];
    };

/** The tabs with the same wallet: one syncs, all show what it stores. */
export interface WalletTabs {
  /** Runs the work in one tab at a time. */
  lead(work: LeaderWork): Promise<void>;
  /** Whether another tab waits to lead. */
  isWaitedFor(): Promise<boolean>;
  post(news: WalletNotification): void;
  close(): void;
}

export type OpenWalletTabs = (walletId: string, onnews: (news: WalletNotification) => void) => WalletTabs;

/** Whether the browser keeps the data when it runs out of space, and how much there is. */
export interface StorageStatus {
  readonly persisted: boolean;
  /** Bytes, if the browser reports them. */
  readonly used?: number;
  readonly quota?: number;
}
