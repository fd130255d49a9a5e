import type { WalletServer } from '$lib/api/wallet-server/client';
import { hastings, type Hastings } from '$lib/chain/currency/currency';
import type { Hash256, TransactionId } from '$lib/chain/ids';
import { toAppError, type AppError } from '$lib/errors';
import type { Prioritize } from '$lib/services/ports';
import { broadcastTransfer, prepareBroadcast } from '$lib/services/wallet/send/broadcast';
import { PaidSinceError, RefusedError, ReviewChangedError } from '$lib/services/wallet/errors';
import {
  composeClaim,
  composeConsolidation,
  composePayment,
  type ComposeRequest
} from '$lib/services/wallet/send/compose';
import { requireSameChain } from '$lib/services/wallet/otherChain';
import { paymentsSince } from '$lib/services/wallet/send/paymentsSince';
import { reviewTransfer, type Reviewed } from '$lib/services/wallet/send/review';
import type { SentTransfer, SpendableFunds, SpendableWallet } from '$lib/services/wallet/send/spendableWallet';
import { firstSync } from '$lib/services/wallet/sync/firstSync';
import type { FollowState } from '$lib/services/wallet/views';
import { InsufficientFundsError, OtherTransferError } from '$lib/wallet/errors';
import type { Contact } from '$lib/wallet/formats/contacts';
import type { WalletCache } from '$lib/wallet/sync/cache';
import { mergeTransfer, signTransfer, verifySignatures } from '$lib/wallet/transfer/signing';
import {
  hasNewWarnings,
  madePayment,
  ownAddresses,
  paysAgain,
  type SpendSummary
} from '$lib/wallet/transfer/summarize';
import { isSweep, paidAddresses, transferId, transferInputs, type Transfer } from '$lib/wallet/transfer/transfer';

/** A payment under review. */
export interface ReviewedPayment extends Reviewed {
  /** If recipients pay the fee: the sum of their amounts before it was deducted. */
  readonly beforeFee?: Hastings;
  /** It is not the payment typed in the form: a claim or a consolidation. */
  readonly keepsForm?: boolean;
  /** As it was shown before signatures were added to it, or before it left the browser. */
  readonly firstShown?: SpendSummary;
}

export type SendStatus =
  | {
      readonly step: 'composing';
      readonly problem?: AppError;
      /** Repeats the failed planning. */
      readonly replan?: (signal: AbortSignal) => Promise<unknown>;
    }
  | { readonly step: 'planning' }
  | ({ readonly step: 'reviewing'; readonly problem?: AppError } & ReviewedPayment)
  | ({
      readonly step: 'signing';
      /** Signatures made so far, out of those this wallet can make. */
      readonly signed: number;
      readonly wanted: number;
    } & ReviewedPayment)
  | ({ readonly step: 'broadcasting'; readonly id: TransactionId } & ReviewedPayment)
  | {
      readonly step: 'following';
      readonly id: TransactionId;
      readonly summary: SpendSummary;
      /** The server accepted it, but had no peers to relay it to. */
      readonly withoutPeers: boolean;
      /** It is not the payment typed in the form: a claim, a consolidation or an earlier payment. */
      readonly keepsForm?: boolean;
      readonly busy: boolean;
      readonly problem?: AppError;
    };

type Reviewing = Extract<SendStatus, { step: 'reviewing' }>;

const isBusy = ({ step }: SendStatus): boolean => step === 'planning' || step === 'signing' || step === 'broadcasting';

export interface SendDeps {
  readonly wallet: SpendableWallet;
  readonly server: WalletServer;
  readonly nowMs: () => number;
  readonly prioritize: Prioritize;
}

/** A payment from recipients to deep confirmation: composed, reviewed, signed and tracked in the page. */
export class SendFlow {
  status = $state.raw<SendStatus>({ step: 'composing' });
  readonly #deps: SendDeps;
  /** Cancels the running planning or signing. */
  #stop = new AbortController();
  #running: Promise<unknown> = Promise.resolve();

  /** Status of the sent transaction: the last known one, once it is no longer tracked. */
  readonly follow: FollowState | undefined = $derived.by(() => {
    const { status } = this;
    if (status.step !== 'following') return undefined;
    const { id } = status;
    const known: FollowState = this.#seen?.id === id ? this.#seen.follow : { state: 'pool' };
    const follow = this.#deps.wallet.sends.follow(id) ?? known;
    this.#seen = { id, follow };
    return follow;
  });
  #seen: { readonly id: TransactionId; readonly follow: FollowState } | undefined;

  constructor(deps: SendDeps) {
    this.#deps = deps;
  }

  /** Builds a transaction from the wallet's outputs; the result is in `status`. */
  compose(request: ComposeRequest): Promise<void> {
    const { recipients, feeFrom = [] } = request;
    const coins = recipients.reduce((sum, recipient) => (recipient.unit === 'coins' ? sum + recipient.coins : sum), 0n);
    const beforeFee = feeFrom.length > 0 ? hastings(coins) : undefined;
    return this.#compose((funds, signal) => composePayment(funds, request, signal), { beforeFee });
  }

  /**
   * Called after the balance has changed: updates an error about insufficient funds, or clears it if they now suffice.
   */
  async refreshProblem(): Promise<void> {
    const { status } = this;
    if (status.step !== 'composing' || !(status.problem instanceof InsufficientFundsError) || !status.replan) return;
    const problem = await status.replan(this.#stop.signal).then(() => undefined, toAppError);
    if (this.status === status) this.status = problem ? { ...status, problem } : { step: 'composing' };
  }

  /** Merges small outputs. */
  consolidate(only?: ReadonlySet<string>): Promise<void> {
    return this.#compose((funds, signal) => composeConsolidation(funds, only, signal), { keepsForm: true });
  }

  /** Sends all fund units to the wallet itself, which pays out their claim. */
  claim(): Promise<void> {
    return this.#compose(composeClaim, { keepsForm: true });
  }

  /**
   * Loads a transfer composed or signed elsewhere. During a review, only copies of the same transfer are accepted, for
   * their signatures: a different transfer must not replace the one the user has reviewed.
   */
  async take(transfer: Transfer): Promise<void> {
    // Signatures that are opened meanwhile must not be lost.
    while (isBusy(this.status)) await this.#running;
    const { status } = this;
    if (status.step === 'composing') return this.#run(() => this.#plan(() => this.#reviewReturned(transfer)));
    if (status.step === 'reviewing') return this.#merge(status, transfer);
    if (status.step === 'following' && status.id !== transferId(transfer))
      this.status = { ...status, problem: new OtherTransferError() };
  }

  /** A transfer from elsewhere, which may have left this browser before. */
  async #reviewReturned(transfer: Transfer): Promise<Reviewing> {
    const reviewing = await this.#review(transfer);
    return { ...reviewing, firstShown: await this.#deps.wallet.sends.asHandedOver(reviewing.summary) };
  }

  /** Called when the transfer under review leaves the browser: what has been shown is compared when it returns. */
  async handOver(): Promise<void> {
    const { status } = this;
    if (!('transfer' in status)) return;
    const { transfer, firstShown = status.summary } = status;
    const { wallet, nowMs } = this.#deps;
    try {
      const blockMs = wallet.spendContext(transfer).moment.medianTimestamp * 1000;
      await wallet.sends.handOver(firstShown, nowMs(), blockMs);
    } catch (error) {
      if (this.status === status && status.step === 'reviewing')
        this.status = { ...status, problem: toAppError(error) };
    }
  }

  async #merge(before: Reviewing, transfer: Transfer): Promise<void> {
    let next: Reviewing;
    try {
      const { network } = this.#deps.wallet.spendContext(transfer);
      await verifySignatures(transfer, network);
      const merged = mergeTransfer(before.transfer, transfer, network);
      next = { ...(await this.#review(merged)), ...originOf(before) };
    } catch (error) {
      next = { ...before, problem: toAppError(error) };
    }
    if (this.status === before) {
      this.status = next;
      await this.#releaseSigned();
    }
    // The status changed meanwhile, e.g. by other signatures; merge again. A payment that was left stays left.
    else if (this.status.step !== 'composing') await this.take(transfer);
  }

  /**
   * Claims in a separate transaction instead of the one under review, so that only the payout is lost if it is
   * redirected.
   */
  async claimFirst(): Promise<void> {
    this.back();
    await this.claim();
  }

  /** Back to the form, discarding the transfer. */
  back(): void {
    if (this.status.step === 'reviewing') this.status = { step: 'composing' };
  }

  /** Cancels planning or signing. A broadcast cannot be canceled. */
  cancel(): void {
    const { status } = this;
    if (status.step === 'planning') this.status = { step: 'composing' };
    else if (status.step === 'signing') this.status = { ...reviewedOf(status), step: 'reviewing' };
    else return;
    this.#stop.abort();
  }

  /** Starts a new payment. */
  again(): void {
    if (this.status.step === 'following') this.status = { step: 'composing' };
  }

  /**
   * Adds the wallet's signatures, and broadcasts if none is missing.
   * @param confirmedFee the fee typed by the user if it is extreme
   */
  confirm(confirmedFee?: Hastings, acceptsClaimRisk = false): Promise<void> {
    return this.#run(async () => {
      const before = this.#summary;
      const isCanceled = !(await this.#sign(confirmedFee, { isToBeSent: true }));
      // Signatures from elsewhere may have completed one whose signing was canceled.
      if (!isCanceled && this.status.step === 'reviewing' && this.status.missing.length === 0)
        await this.#broadcast(confirmedFee, acceptsClaimRisk, this.#summary !== before);
      else await this.#releaseSigned();
    });
  }

  /** Adds the wallet's signatures; what is signed is exactly what was summarized. */
  sign(confirmedFee?: Hastings): Promise<void> {
    return this.#run(async () => {
      await this.#sign(confirmedFee);
      await this.#releaseSigned();
    });
  }

  /** Broadcasts a complete transfer. On failure it remains signed and under review, for a retry. */
  broadcast(confirmedFee?: Hastings, acceptsClaimRisk = false): Promise<void> {
    return this.#run(() => this.#broadcast(confirmedFee, acceptsClaimRisk));
  }

  get #summary(): SpendSummary | undefined {
    return this.status.step === 'reviewing' ? this.status.summary : undefined;
  }

  /** Planning, signing or broadcasting, until which {@link take} waits. */
  #run(work: () => Promise<void>): Promise<void> {
    const running = work();
    this.#running = Promise.allSettled([this.#running, running]);
    return running;
  }

  /** Stores the signed transfer as released: others may have it, as a file or on a server, and can broadcast it. */
  async #releaseSigned(): Promise<void> {
    const { status } = this;
    if (status.step !== 'reviewing' || status.transfer.signatures.length === 0) return;
    const { transfer } = status;
    const { wallet, nowMs } = this.#deps;
    try {
      await wallet.sends.release({ id: transferId(transfer), transfer, atMs: nowMs() });
    } catch (error) {
      // The signature is valid without the record, which only enables a later warning; but the failure must be shown.
      if (this.status === status) this.status = { ...status, problem: toAppError(error) };
    }
  }

  /** @returns false if it was canceled */
  async #sign(confirmedFee?: Hastings, { isToBeSent = false } = {}): Promise<boolean> {
    const { status } = this;
    if (status.step !== 'reviewing' || status.missing.length === 0) return true;
    const { wallet } = this.#deps;
    const { signal } = (this.#stop = new AbortController());
    const onProgress = (signed: number, wanted: number) => {
      this.status = { ...reviewedOf(status), step: 'signing', signed, wanted };
    };
    onProgress(0, 0);
    try {
      if (isToBeSent) await wallet.checkServer();
      const context = wallet.spendContext(status.transfer);
      if (isToBeSent) requireSameChain(context);
      if (status.canSign) {
        const paid = [...paidAddresses(status.transfer), ...status.summary.claims];
        await wallet.keys.requireDerived(paid, ownAddresses(status.summary));
      }
      const options = { confirmedFee, signal, onProgress };
      const reviewed = await this.#deps.prioritize(async () =>
        this.#review(await signTransfer(status.transfer, context.network, wallet.keys.signer, options))
      );
      if (!signal.aborted) this.status = { ...reviewed, ...originOf(status) };
    } catch (error) {
      wallet.keys.refresh();
      if (!signal.aborted) this.status = { ...status, problem: toAppError(error) };
    }
    return !signal.aborted;
  }

  /** @param isCurrent signing has just reviewed it again */
  async #broadcast(confirmedFee: Hastings | undefined, acceptsClaimRisk: boolean, isCurrent = false): Promise<void> {
    const { status } = this;
    if (status.step !== 'reviewing') return;
    const { transfer, summary, firstShown = summary } = status;
    const id = transferId(transfer);
    this.status = { ...reviewedOf(status), step: 'broadcasting', id };
    let sent: Extract<SendStatus, { step: 'following' }>;
    try {
      const current = isCurrent ? status : { ...(await this.#review(transfer)), ...originOf(status) };
      if (hasNewWarnings(current.summary, firstShown)) {
        this.status = { ...current, firstShown: undefined, problem: new ReviewChangedError() };
        return;
      }
      const confirmed = { confirmedFee, acceptsClaimRisk };
      const { withoutPeers } = await this.#deps.prioritize(() => this.#send(transfer, confirmed, summary.change));
      sent = { step: 'following', id, summary, withoutPeers, keepsForm: status.keepsForm, busy: false };
    } catch (error) {
      this.status = { ...status, problem: toAppError(error) };
      return;
    }
    try {
      await this.#deps.wallet.recordSend({ id, transfer, atMs: this.#deps.nowMs() }, summary.change);
      this.status = sent;
    } catch (error) {
      // It was sent: failing to store that must not look like a failure to send.
      this.status = { ...sent, problem: toAppError(error) };
    }
  }

  /**
   * Broadcasts a dropped transaction again with updated proofs, possibly through a different server. If its recipient has
   * been paid since, the first call only says so.
   */
  async rebroadcast(acceptsClaimRisk = false): Promise<void> {
    const { status } = this;
    const row = status.step === 'following' ? this.#deps.wallet.sends.row(status.id) : undefined;
    if (status.step !== 'following' || !row || status.busy) return;
    const sending = (this.status = { ...status, busy: true, problem: undefined });
    let next: SendStatus;
    try {
      if (!(status.problem instanceof PaidSinceError) && (await this.#isPaidSince(row))) throw new PaidSinceError();
      // Its fee was confirmed at the first broadcast.
      const confirmed = { confirmedFee: status.summary.fee, acceptsClaimRisk };
      const { withoutPeers } = await this.#send(row.transfer, confirmed, []);
      await this.#deps.wallet.recordSend({ id: row.id, transfer: row.transfer, atMs: this.#deps.nowMs() }, []);
      next = { ...status, withoutPeers, busy: false, problem: undefined };
    } catch (error) {
      next = { ...status, busy: false, problem: toAppError(error) };
    }
    if (this.status === sending) this.status = next;
  }

  async #isPaidSince({ transfer, atMs }: SentTransfer): Promise<boolean> {
    const { wallet } = this.#deps;
    const { addresses } = wallet.spendContext();
    const payment = madePayment(transfer);
    const recorded = new Map<string, SentTransfer>(wallet.sends.all.map((sent) => [sent.id, sent]));
    const later = [
      ...[...recorded.values()].filter((sent) => sent.atMs > atMs).map((sent) => madePayment(sent.transfer)),
      ...(await wallet.paidElsewhere(transfer)).filter((sent) => sent.atMs > atMs)
    ];
    const events = await paymentsSince(transfer.basis.height, wallet.unconfirmed, wallet.payments());
    return [...later, ...events.filter(({ id }) => !recorded.has(id))].some((other) =>
      paysAgain(payment, other, addresses)
    );
  }

  /** Tracks a transaction that was sent earlier. */
  async followEarlier(id: TransactionId): Promise<void> {
    const row = this.#deps.wallet.sends.row(id);
    if (!row) return;
    this.cancel();
    const before = this.status;
    let next: SendStatus;
    try {
      const { summary } = await this.#review(row.transfer, { isSent: true });
      next = { step: 'following', id, summary, withoutPeers: false, keepsForm: true, busy: false };
    } catch (error) {
      next = { step: 'composing', problem: toAppError(error) };
    }
    if (this.status === before) this.status = next;
  }

  #compose(compose: (funds: SpendableFunds, signal: AbortSignal) => Promise<Transfer>, origin: Origin): Promise<void> {
    return this.#run(() =>
      this.#plan(async (signal) => {
        await this.#deps.wallet.checkServer();
        const funds = await this.#deps.wallet.spendableFunds();
        return { ...(await this.#review(await compose(funds, signal), { knownFee: funds.feePerWeight })), ...origin };
      })
    );
  }

  /** Moves from the form to the review produced by `make`. */
  async #plan(make: (signal: AbortSignal) => Promise<Reviewing>): Promise<void> {
    if (this.status.step !== 'composing') return;
    this.status = { step: 'planning' };
    const { signal } = (this.#stop = new AbortController());
    try {
      const reviewing = await this.#deps.prioritize(() => make(signal));
      if (!signal.aborted) this.status = reviewing;
    } catch (error) {
      if (!signal.aborted) this.status = { step: 'composing', problem: toAppError(error), replan: make };
    }
  }

  async #review(
    transfer: Transfer,
    { knownFee, isSent = false }: { readonly knownFee?: Hastings; readonly isSent?: boolean } = {}
  ): Promise<Reviewing> {
    const { wallet } = this.#deps;
    const feePerWeight = knownFee ?? (await wallet.feePerWeight().catch(() => undefined));
    const { outstanding, recent } = wallet.sends;
    const held = () => wallet.cache().catch(() => undefined);
    const heldHere = (ids: readonly Hash256[]) => wallet.heldHere(ids);
    const known = {
      contacts: () => wallet.contacts(),
      usedNames: (some: readonly Contact[], all: readonly Contact[]) => wallet.usedNames(some, all),
      paidElsewhere: () => wallet.paidElsewhere(transfer),
      knownElsewhere: () => wallet.knownElsewhere(),
      payments: () => wallet.payments(),
      held,
      heldHere,
      outstanding,
      recent,
      unconfirmed: wallet.unconfirmed
    };
    const context = { ...wallet.spendContext(transfer), feePerWeight, ...known, isSent };
    return { step: 'reviewing', ...(await reviewTransfer(transfer, context)) };
  }

  /** Outputs with proofs, among them those that it spends: a sweep's are another wallet's, and read again. */
  async #outputsFor(transfer: Transfer): Promise<WalletCache> {
    const { wallet, server } = this.#deps;
    const { network, addresses, isOwnNode } = wallet.spendContext();
    if (!isSweep(transfer, addresses)) return wallet.cache();
    const owners = new Set(transferInputs(transfer).map(({ output }) => output.address));
    return (await firstSync({ server, network, isOwnNode }, [...owners], new AbortController().signal)).cache;
  }

  async #send(
    transfer: Transfer,
    confirmed: Confirmed,
    change: SpendSummary['change']
  ): Promise<{ readonly withoutPeers: boolean }> {
    const { wallet, server, nowMs } = this.#deps;
    const id = transferId(transfer);
    await wallet.checkServer();
    const isFirst = wallet.sends.row(id) === undefined;
    const cache = await (isFirst ? wallet.cache() : this.#outputsFor(transfer));
    const set = prepareBroadcast(transfer, { ...wallet.spendContext(), cache, ...confirmed });
    // Recorded before the broadcast: if the page were closed in between, an unknown payment could be sent twice.
    if (isFirst) await wallet.recordSend({ id, transfer, atMs: nowMs(), isUnclear: true }, change);
    try {
      return await broadcastTransfer(server, transfer, set);
    } catch (error) {
      // With fund inputs it stays recorded and is looked up in blocks: a server could refuse it and redirect the claim.
      if (error instanceof RefusedError && isFirst && transfer.transaction.fundInputs.length === 0)
        await wallet.sends.forget(id);
      throw error;
    }
  }
}

/** The user's confirmations before a broadcast. */
interface Confirmed {
  readonly confirmedFee?: Hastings;
  readonly acceptsClaimRisk: boolean;
}

type Origin = Pick<ReviewedPayment, 'beforeFee' | 'keepsForm' | 'firstShown'>;

const originOf = ({ beforeFee, keepsForm, summary, firstShown = summary }: ReviewedPayment): Origin => ({
  beforeFee,
  keepsForm,
  firstShown
});

const reviewedOf = (status: ReviewedPayment): ReviewedPayment => {
  const { transfer, summary, missing, canSign } = status;
  return { transfer, summary, missing, canSign, ...originOf(status) };
};
