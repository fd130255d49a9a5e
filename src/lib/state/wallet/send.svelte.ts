import { BadRequestError, ServerError, TimeoutError } from '$lib/api/http/errors';
import type { WalletServer } from '$lib/api/wallet-server/client';
import { VOID_ADDRESS, type Address } from '$lib/chain/address';
import { fundUnits, hastings, type FundUnits, type Hastings } from '$lib/chain/currency/currency';
import type { TransactionId } from '$lib/chain/ids';
import type { Network } from '$lib/chain/network/network';
import { transactionId } from '$lib/chain/transaction/transactionIds';
import { v2TransactionId } from '$lib/chain/transaction/v2TransactionIds';
import { toAppError, type AppError } from '$lib/errors';
import type { AddressBook } from '$lib/wallet/keys/account';
import { spentBy, type Holdings } from '$lib/wallet/sync/coins';
import { planConsolidation, planSpend, type Recipient } from '$lib/wallet/spend/plan';
import type { Moment } from '$lib/wallet/policy/satisfy';
import {
  broadcastSet,
  mergeTransfer,
  missingSignatures,
  signTransfer,
  type MissingSignatures
} from '$lib/wallet/transfer/signing';
import { coinSources } from '$lib/wallet/spend/sources';
import { summarize, type SpendSummary } from '$lib/wallet/transfer/summarize';
import { transferId, transferInputs, type Transfer } from '$lib/wallet/transfer/transfer';
import type { WalletState } from './wallet.svelte';
import { NoAddressError, RefusedError } from '$lib/services/wallet/errors';
import type { FollowState } from '$lib/services/wallet/views';

export type SendRecipient = { readonly address: Address } & (
  | { readonly unit: 'coins'; readonly coins: Hastings }
  | { readonly unit: 'funds'; readonly funds: FundUnits }
  /** All coins that are left. */
  | { readonly unit: 'max' }
);

export interface ComposeRequest {
  readonly recipients: readonly SendRecipient[];
  /** Hastings for one unit of weight; the server's recommendation if left out. */
  readonly feePerWeight?: Hastings;
  /** The whole fee, instead. */
  readonly feeOverride?: Hastings;
  /** A fresh address if left out. */
  readonly changeAddress?: Address;
  /** Spend none but these outputs. */
  readonly only?: ReadonlySet<string>;
}

/** A transaction to be approved, with what it means and what it still lacks. */
interface Reviewed {
  readonly transfer: Transfer;
  /** Read from the very bytes that are signed. */
  readonly summary: SpendSummary;
  /** Empty once it can be broadcast. */
  readonly missing: readonly MissingSignatures[];
  /** A key of this wallet can add a signature. */
  readonly canSign: boolean;
}

export type SendStatus =
  | { readonly step: 'composing'; readonly problem?: AppError }
  | { readonly step: 'planning' }
  | ({ readonly step: 'reviewing'; readonly problem?: AppError } & Reviewed)
  | ({ readonly step: 'signing' } & Reviewed)
  | ({ readonly step: 'broadcasting'; readonly id: TransactionId } & Reviewed)
  | {
      readonly step: 'following';
      readonly id: TransactionId;
      readonly summary: SpendSummary;
      /** The server took it, but had nobody to tell. */
      readonly withoutPeers: boolean;
      readonly busy: boolean;
      readonly problem?: AppError;
    };

export interface SendDeps {
  readonly wallet: WalletState;
  readonly server: WalletServer;
  readonly nowMs: () => number;
}

/** What a plan is made of, besides what the person wants. */
interface PlanParts {
  readonly holdings: Holdings;
  readonly addresses: AddressBook;
  readonly network: Network;
  readonly excluded: ReadonlySet<string>;
  readonly medianTimestamp: number;
  readonly feePerWeight: Hastings;
  /** @param only what may be spent, where that was chosen */
  readonly changeAddress: (only?: ReadonlySet<string>) => Address;
}

/** From recipients to a buried transaction: composed, reviewed, signed and followed in the page. */
export class SendFlow {
  status = $state.raw<SendStatus>({ step: 'composing' });
  readonly #deps: SendDeps;

  /** What became of the transaction that was sent. */
  readonly follow: FollowState | undefined = $derived.by(() => {
    const { status } = this;
    if (status.step !== 'following') return undefined;
    return this.#deps.wallet.sends.list.find(({ id }) => id === status.id)?.follow ?? { state: 'pool' };
  });

  constructor(deps: SendDeps) {
    this.#deps = deps;
  }

  /** Builds the transaction out of the wallet's own outputs; the outcome is in `status`. */
  compose(request: ComposeRequest): Promise<void> {
    return this.#plan(async ({ changeAddress: freshAddress, ...parts }) => {
      const recipients = request.recipients.map((recipient): Recipient => {
        const { address } = recipient;
        if (recipient.unit === 'funds') return { address, funds: recipient.funds };
        return { address, coins: recipient.unit === 'max' ? hastings(0n) : recipient.coins };
      });
      const max = request.recipients.findIndex(({ unit }) => unit === 'max');
      const { feePerWeight = parts.feePerWeight, feeOverride, only } = request;
      const changeAddress = request.changeAddress ?? freshAddress(only);
      const sendMax = max < 0 ? undefined : max;
      return planSpend({ ...parts, recipients, sendMax, feePerWeight, feeOverride, only, changeAddress }).transfer;
    });
  }

  /** Puts small coins together into one. */
  consolidate(only?: ReadonlySet<string>): Promise<void> {
    return this.#plan(
      async ({ changeAddress, ...parts }) =>
        planConsolidation({ ...parts, only, address: changeAddress(only) }).transfer
    );
  }

  /** Sends all fund units to the wallet itself, which pays out what they have earned. */
  claim(): Promise<void> {
    return this.#plan(async (parts) => {
      const address = parts.changeAddress();
      const funds = fundUnits(parts.holdings.funds.reduce((sum, { output }) => sum + output.value, 0n));
      return planSpend({ ...parts, recipients: [{ address, funds }], changeAddress: address, claimAddress: address })
        .transfer;
    });
  }

  /** Takes a transfer that was composed or signed elsewhere; signatures of one under review are added to it. */
  async take(transfer: Transfer): Promise<void> {
    const before = this.status;
    try {
      const network = this.#deps.wallet.requireNetwork();
      const isCopy = before.step === 'reviewing' && transferId(before.transfer) === transferId(transfer);
      this.status = await this.#review(isCopy ? mergeTransfer(before.transfer, transfer, network) : transfer);
    } catch (error) {
      const problem = toAppError(error);
      this.status = before.step === 'reviewing' ? { ...before, problem } : { step: 'composing', problem };
    }
  }

  /** Back to the form, with nothing signed. */
  back(): void {
    if (this.status.step === 'reviewing') this.status = { step: 'composing' };
  }

  /** A new send, after one that is on its way. */
  again(): void {
    if (this.status.step === 'following') this.status = { step: 'composing' };
  }

  /** Adds the wallet's signatures, and broadcasts when nothing is missing then. */
  async confirm(): Promise<void> {
    await this.sign();
    if (this.status.step === 'reviewing' && this.status.missing.length === 0) await this.broadcast();
  }

  /** Adds the wallet's signatures to what is reviewed; what is signed is exactly what the summary was read from. */
  async sign(): Promise<void> {
    const { status } = this;
    if (status.step !== 'reviewing' || status.missing.length === 0) return;
    const { transfer, summary, missing, canSign } = status;
    this.status = { step: 'signing', transfer, summary, missing, canSign };
    try {
      const { wallet } = this.#deps;
      this.status = await this.#review(await signTransfer(transfer, wallet.requireNetwork(), wallet.keys.signer));
    } catch (error) {
      this.#deps.wallet.keys.refresh();
      this.status = { ...status, problem: toAppError(error) };
    }
  }

  /** Sends what is complete. A failure leaves it signed and under review, to be tried again. */
  async broadcast(): Promise<void> {
    const { status } = this;
    if (status.step !== 'reviewing') return;
    const { transfer, summary, missing, canSign } = status;
    const id = transferId(transfer);
    this.status = { step: 'broadcasting', id, transfer, summary, missing, canSign };
    try {
      const withoutPeers = await this.#send(transfer);
      await this.#keepChange(summary);
      this.status = { step: 'following', id, summary, withoutPeers, busy: false };
    } catch (error) {
      this.status = { ...status, problem: toAppError(error) };
    }
  }

  /** Sends a dropped transaction again, the same one with newer proofs. */
  async rebroadcast(): Promise<void> {
    const { status } = this;
    const row = status.step === 'following' ? this.#deps.wallet.sends.row(status.id) : undefined;
    if (status.step !== 'following' || !row || status.busy) return;
    this.status = { ...status, busy: true, problem: undefined };
    try {
      const withoutPeers = await this.#send(row.transfer);
      this.status = { ...status, withoutPeers, busy: false, problem: undefined };
    } catch (error) {
      this.status = { ...status, busy: false, problem: toAppError(error) };
    }
  }

  /** Follows a transaction that was sent earlier. */
  async followEarlier(id: TransactionId): Promise<void> {
    const row = this.#deps.wallet.sends.row(id);
    if (!row) return;
    const { summary } = await this.#review(row.transfer);
    this.status = { step: 'following', id, summary, withoutPeers: false, busy: false };
  }

  async #plan(build: (parts: PlanParts) => Promise<Transfer>): Promise<void> {
    if (this.status.step !== 'composing') return;
    this.status = { step: 'planning' };
    try {
      this.status = await this.#review(await build(await this.#planParts()));
    } catch (error) {
      this.status = { step: 'composing', problem: toAppError(error) };
    }
  }

  /** What a plan is made of, as it is now. */
  async #planParts(): Promise<PlanParts> {
    const { wallet } = this.#deps;
    const network = wallet.requireNetwork();
    const holdings = await wallet.holdings();
    const excluded = new Set<string>([...wallet.frozen, ...wallet.sends.spent, ...spentBy(wallet.unconfirmed)]);
    const { medianTimestamp } = wallet.moment;
    const feePerWeight = await wallet.feePerWeight();
    const addresses: AddressBook = wallet.addressBook;
    const changeAddress = (only?: ReadonlySet<string>): Address => {
      if (wallet.hasSeed) return wallet.changeAddress();
      // The plan begins with the same coin: this address is one of those spent from, and known to whoever signs.
      const moment = { height: holdings.basis.height, medianTimestamp };
      const [first] = coinSources({ holdings, addresses, network, excluded, only }, moment);
      const address = first?.owner.address ?? wallet.addresses.find(({ policy }) => policy)?.address;
      if (!address) throw new NoAddressError();
      return address;
    };
    return { holdings, addresses, network, excluded, medianTimestamp, feePerWeight, changeAddress };
  }

  async #review(transfer: Transfer): Promise<Extract<SendStatus, { step: 'reviewing' }>> {
    const { wallet } = this.#deps;
    const addresses = reviewBook(transfer, wallet.addressBook);
    const feePerWeight = await wallet.feePerWeight().catch(() => undefined);
    const foreign = outputsOf(transfer).filter((address) => !addresses.has(address));
    const paidBefore = await this.#paidBefore(foreign);
    const summary = summarize(transfer, { addresses, paidBefore, feePerWeight });
    const missing = missingSignatures(transfer, wallet.requireNetwork(), this.#momentFor(transfer));
    const { signer } = wallet.keys;
    const canSign = missing.some(({ candidates }) => candidates.some((key) => signer.keyOf(key)));
    return { step: 'reviewing', transfer, summary, missing, canSign };
  }

  /** A device that is away from the network knows the chain only as far as the transfer tells. */
  #momentFor({ basis }: Transfer): Moment {
    const { moment } = this.#deps.wallet;
    return moment.height >= basis.height ? moment : { height: basis.height, medianTimestamp: moment.medianTimestamp };
  }

  async #paidBefore(addresses: readonly Address[]): Promise<Set<Address>> {
    const wanted = new Set(addresses);
    const paid = new Set<Address>();
    if (wanted.size === 0) return paid;
    for await (const { inputs, outputs } of this.#deps.wallet.allEvents({ type: 'transaction' })) {
      if (!inputs.some(({ own }) => own)) continue;
      for (const { address } of outputs) if (wanted.has(address)) paid.add(address);
      if (paid.size === wanted.size) break;
    }
    return paid;
  }

  /** @returns whether the server took it without being able to pass it on */
  async #send(transfer: Transfer): Promise<boolean> {
    const { wallet, server, nowMs } = this.#deps;
    const id = transferId(transfer);
    const set = broadcastSet(transfer, wallet.requireNetwork(), await wallet.cache(), wallet.moment);
    // The person was warned: the review says that such coins are lost.
    const allowVoid = outputsOf(transfer).includes(VOID_ADDRESS) || undefined;
    let withoutPeers = false;
    try {
      await server.broadcast({ body: set, query: { allowVoid } });
    } catch (error) {
      if (error instanceof BadRequestError) throw new RefusedError(error.serverMessage, { cause: error });
      const isUnclear = error instanceof ServerError || error instanceof TimeoutError;
      if (!isUnclear || !(await this.#isInPool(id))) {
        throw error instanceof ServerError ? new RefusedError(error.serverMessage, { cause: error }) : error;
      }
      withoutPeers = error instanceof ServerError;
    }
    await wallet.sends.put({ walletId: wallet.id, id, transfer, atMs: nowMs() });
    wallet.refresh();
    return withoutPeers;
  }

  /** A server without peers fails after it took a transaction: only its pool tells that from a refusal. */
  async #isInPool(id: TransactionId): Promise<boolean> {
    try {
      const { transactions, v2Transactions } = await this.#deps.server.poolTransactions();
      return [...transactions.map(transactionId), ...v2Transactions.map(v2TransactionId)].includes(id);
    } catch {
      return false;
    }
  }

  async #keepChange({ change }: SpendSummary): Promise<void> {
    for (const { address } of change) await this.#deps.wallet.useForChange(address);
  }
}

const outputsOf = ({ transaction }: Transfer): Address[] =>
  [...transaction.coinOutputs, ...transaction.fundOutputs].map(({ address }) => address);

/**
 * The wallet's addresses as the review sees them. What goes to an address that was never given to anybody, or back to
 * where it was spent from, is change; so the review is the same on every device that has the keys.
 */
function reviewBook(transfer: Transfer, book: WalletState['addressBook']): AddressBook {
  const spentFrom = new Set(transferInputs(transfer).map(({ output }) => output.address));
  const isChange = (address: Address): boolean => {
    const row = book.get(address);
    return row !== undefined && (row.isChange || !row.shown || spentFrom.has(address));
  };
  const outputs = outputsOf(transfer).flatMap((address) => {
    const row = book.get(address);
    return row ? [[address, { ...row, isChange: isChange(address) }] as const] : [];
  });
  return new Map([...book, ...outputs]);
}
