import type { Hastings } from '$lib/chain/currency/currency';
import type { TransactionId } from '$lib/chain/ids';
import type { Network } from '$lib/chain/network/network';
import type { Moment } from '$lib/wallet/policy/satisfy';
import type { WalletCache } from '$lib/wallet/sync/cache';
import type { Holdings } from '$lib/wallet/sync/coins';
import type { SpendSummary } from '$lib/wallet/transfer/summarize';
import type { TransferSigner } from '$lib/wallet/transfer/signing';
import type { WalletEvent } from '$lib/wallet/sync/walletEvent';
import type { AddressRows } from '../addresses';
import type { SendRow } from '../records';
import type { FollowState } from '../views';

/** A wallet at one moment, for what is composed, reviewed and broadcast from it. */
export interface SpendContext {
  readonly network: Network;
  readonly addresses: AddressRows;
  /** When policies are judged: by the chain's own clock. */
  readonly moment: Moment;
  /** At the wallet's block, if it has one. */
  readonly fundTaxRevenue: Hastings | undefined;
  /** Broadcasts go to the node of this server, which is trusted. */
  readonly isOwnNode: boolean;
}

/** With all it holds. */
export interface SpendableFunds extends SpendContext {
  /** Its keys are derived from a seed; a watched wallet has none. */
  readonly hasSeed: boolean;
  readonly holdings: Holdings;
  /** Outputs that are frozen or spent by what waits. */
  readonly excluded: ReadonlySet<string>;
  /** Recommended, in hastings for one unit of weight. */
  readonly feePerWeight: Hastings;
}

/** A wallet as a send uses it. */
export interface SpendableWallet {
  /** @throws {NoNetworkError} it never reached a server */
  spendContext(): SpendContext;
  /** @throws {NoNetworkError | NotSyncedError} */
  spendableFunds(): Promise<SpendableFunds>;
  /** Everything it holds, with proofs. @throws {NotSyncedError} */
  cache(): Promise<WalletCache>;
  feePerWeight(): Promise<Hastings>;
  /** Every payment of its past, newest first. */
  payments(): AsyncIterable<WalletEvent>;
  /** Its keys, and whether they can be used. */
  readonly keys: { readonly signer: TransferSigner; refresh(): void };
  /** Follows what was broadcast; its change addresses are given away. */
  recordSend(sent: Omit<SendRow, 'walletId'>, change: SpendSummary['change']): Promise<void>;
  sendOf(id: TransactionId): SendRow | undefined;
  /** What became of a send; undefined of one that is not followed. */
  followOf(id: TransactionId): FollowState | undefined;
}
