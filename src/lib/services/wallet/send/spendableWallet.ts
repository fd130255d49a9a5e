import type { Address } from '$lib/chain/address';
import type { Hastings } from '$lib/chain/currency/currency';
import type { Hash256, TransactionId } from '$lib/chain/ids';
import type { Contact, UsedNames } from '$lib/wallet/formats/contacts';
import type { Moment } from '$lib/wallet/policy/satisfy';
import type { WalletCache } from '$lib/wallet/sync/cache';
import type { Holdings, OwnedCoin, OwnedFund } from '$lib/wallet/sync/coins';
import type { SpendSummary } from '$lib/wallet/transfer/summarize';
import type { Transfer } from '$lib/wallet/transfer/transfer';
import type { TransferSigner } from '$lib/wallet/transfer/signing';
import type { WalletEvent } from '$lib/wallet/sync/walletEvent';
import type { AddressRows } from '../addresses';
import type { PaymentChain } from '../otherChain';
import type { SendRow } from '../records';
import type { PaidElsewhere } from './paidElsewhere';
import type { FollowState } from '../views';

/** A snapshot of a wallet for composing, reviewing and broadcasting. */
export interface SpendContext extends PaymentChain {
  readonly addresses: AddressRows;
  /** Ids of frozen outputs. */
  readonly frozen: ReadonlySet<string>;
  /** Height and median timestamp for evaluating policies. */
  readonly moment: Moment;
  /** At the wallet's block, if it has one. */
  readonly fundTaxRevenue: Hastings | undefined;
  /** Broadcasts go to this server's own node, which is trusted. */
  readonly isOwnNode: boolean;
}

/** A snapshot with all outputs. */
export interface SpendableFunds extends SpendContext {
  /** Its keys are derived from a seed; a watch-only wallet has none. */
  readonly hasSeed: boolean;
  readonly holdings: Holdings;
  /** Frozen outputs, and outputs spent by unconfirmed transactions. */
  readonly excluded: ReadonlySet<string>;
  /** Recommended fee in hastings per unit of weight. */
  readonly feePerWeight: Hastings;
}

/** A transaction that is or was sent to a server. */
export type SentTransfer = Omit<SendRow, 'walletId' | 'claimSwap' | 'isReleased'>;

/** The wallet interface of a send. */
export interface SpendableWallet {
  /**
   * @param transfer to sign or send
   * @throws {NoNetworkError} it was never connected to a server, and the transfer is not of a public network
   */
  spendContext(transfer?: Pick<Transfer, 'network'>): SpendContext;
  /** Asks the server, unless this tab syncs with it, whether it is on the wallet's chain; {@link spendContext} says so. */
  checkServer(): Promise<void>;
  /** @throws {NoNetworkError | NotSyncedError} */
  spendableFunds(): Promise<SpendableFunds>;
  /** All outputs with proofs. @throws {NotSyncedError} */
  cache(): Promise<WalletCache>;
  /** Those of the outputs that any wallet of this browser holds. */
  heldHere(ids: readonly Hash256[]): Promise<readonly (OwnedCoin | OwnedFund)[]>;
  feePerWeight(): Promise<Hastings>;
  /** The address book. */
  contacts(): Promise<readonly Contact[]>;
  /** Names of the address book and of this browser's wallets, to look up those of some recipients. */
  usedNames(some: readonly Contact[], all: readonly Contact[]): Promise<UsedNames>;
  /** Payments of this browser's other wallets that one on this network may repeat by mistake. */
  paidElsewhere(payment: Pick<Transfer, 'network'>): Promise<readonly PaidElsewhere[]>;
  /** Addresses of this browser's other wallets, and those that they have paid; read as far as needed. */
  knownElsewhere(): AsyncIterable<Address>;
  /** All past payments, newest first. */
  payments(): AsyncIterable<WalletEvent>;
  /** Unconfirmed events in the pool. */
  readonly unconfirmed: readonly WalletEvent[];
  /** Its keys and their lock state. */
  readonly keys: {
    readonly signer: TransferSigner;
    refresh(): void;
    /**
     * Checks the wallet's own addresses among those paid against its keys.
     * @throws {AlteredAddressError} or keystore/locked
     */
    requireDerived(paid: readonly Address[], shownAsOwn: readonly Address[]): Promise<void>;
  };
  /** Tracks a broadcast transaction and issues its change addresses. */
  recordSend(sent: SentTransfer, change: SpendSummary['change']): Promise<void>;
  /** The tracked sends. */
  readonly sends: {
    row(id: TransactionId): SendRow | undefined;
    /** Those that are tracked, and signed ones that others may have. */
    readonly all: readonly SentTransfer[];
    follow(id: TransactionId): FollowState | undefined;
    /** Stores a signed payment that others may have, unless it is tracked. */
    release(signed: SentTransfer): Promise<void>;
    /** Stores what the review of a payment has named that leaves the browser unsent. */
    handOver(shown: SpendSummary, atMs: number, blockMs: number): Promise<void>;
    /** The summary with the names that a review has shown before it was handed over; undefined if none is known. */
    asHandedOver(summary: SpendSummary): Promise<SpendSummary | undefined>;
    /** Stops tracking a send. */
    forget(id: TransactionId): Promise<void>;
    /** Sends that may still be mined, although they seem not to have been sent. */
    readonly outstanding: readonly Transfer[];
    /** Payments in the pool or in one of the last blocks. */
    readonly recent: readonly Transfer[];
  };
}
