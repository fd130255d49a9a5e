import type { Hash256, TransactionId } from '$lib/chain/ids';
import type { WalletStorage } from '$lib/services/wallet/ports';
import type { SendRow } from '$lib/services/wallet/records';
import {
  followSend,
  isBuried,
  isFinal,
  outstandingSends,
  spentBySends,
  type SendSightings
} from '$lib/services/wallet/send/followSend';
import type { SentTransfer } from '$lib/services/wallet/send/spendableWallet';
import { asHandedOver, handedOver, isAnyAway } from '$lib/services/wallet/send/handedOver';
import type { FollowedSend, FollowState } from '$lib/services/wallet/views';
import type { SpendSummary } from '$lib/wallet/transfer/summarize';
import { spentIds, type Transfer } from '$lib/wallet/transfer/transfer';

/**
 * How long an untracked payment is remembered. The wallet never learns that a co-signer's coins were spent, and must
 * not warn about every later payment to the same recipient.
 */
const RELEASED_MS = 30 * 24 * 60 * 60 * 1000;

/** The clock may be wrong, also for a moment; what it deletes is gone. */
interface BlockTime {
  /** Median of the last blocks' timestamps, milliseconds since 1970; 0 before the first sync. */
  readonly blockMs: number;
}

/** A released payment is tracked again once a block has redirected its claim, until that is dismissed. */
const isTracked = ({ isReleased, claimSwap }: SendRow): boolean => !isReleased || claimSwap?.isConfirmed === true;

/** The wallet's sent transactions until no reorganization is expected to revert them. */
export class WalletSends {
  #followed = $state.raw<readonly FollowedSend[]>([]);
  /** Those to be shown: until they are deeply confirmed, and while their claim is redirected. */
  readonly list: readonly FollowedSend[] = $derived(
    this.#followed.filter(({ follow, claimSwap }) => claimSwap !== undefined || !isBuried(follow))
  );
  #rows: readonly SendRow[] = [];
  /** Signed payments that others may have but that are not tracked; see {@link SendRow.isReleased}. */
  readonly #released = new Map<TransactionId, SentTransfer>();
  /** Those that a block contains or excludes, until that is final: a reorganization can undo it. */
  #settled: ReadonlySet<TransactionId> = new Set();
  /** Released payments in one of the last blocks: their co-signer sent them, or a server that had refused them. */
  #mined: readonly Transfer[] = [];
  readonly #walletId: string;
  readonly #store: WalletStorage;
  readonly #onchange: () => void;

  /** @param onchange called when another tab must learn of a change, to warn of a second payment */
  constructor(walletId: string, store: WalletStorage, onchange: () => void = () => undefined) {
    this.#walletId = walletId;
    this.#store = store;
    this.#onchange = onchange;
  }

  /** Whether the status of any of them may still change. */
  get hasPending(): boolean {
    return this.list.some(({ follow }) => follow.state === 'pool' || follow.state === 'unanswered');
  }

  /** Outputs spent by pending transactions. */
  get spent(): ReadonlySet<string> {
    return spentBySends(this.#rows, this.list);
  }

  /** Transfers that may still be mined, although they seem not to have been sent. */
  get outstanding(): readonly Transfer[] {
    const open = this.#released.values().filter(({ id }) => !this.#settled.has(id));
    return [...outstandingSends(this.#rows, this.list), ...open.map(({ transfer }) => transfer)];
  }

  /** Those in the pool or in one of the last blocks. */
  get recent(): readonly Transfer[] {
    const seen = this.list.filter(({ follow }) => follow.state === 'pool' || follow.state === 'confirmed');
    return [...seen.flatMap(({ id }) => this.row(id)?.transfer ?? []), ...this.#mined];
  }

  /** Tracked payments, and released ones. */
  get all(): readonly SentTransfer[] {
    return [...this.#rows, ...this.#released.values()];
  }

  row(id: TransactionId): SendRow | undefined {
    return this.#rows.find((row) => row.id === id);
  }

  /** Status of a send; undefined if it is not tracked. */
  follow(id: TransactionId): FollowState | undefined {
    return this.#followed.find((sent) => sent.id === id)?.follow;
  }

  async put(row: Omit<SendRow, 'claimSwap' | 'minedHeight'>): Promise<void> {
    await this.#store.putSend(row);
    this.#released.delete(row.id);
    const { claimSwap, minedHeight } = this.row(row.id) ?? {};
    this.#rows = [...this.#rows.filter(({ id }) => id !== row.id), { ...row, claimSwap, minedHeight }];
    const follow: FollowState = { state: row.isUnclear ? 'unanswered' : 'pool' };
    const sent: FollowedSend = { id: row.id, sentAtMs: row.atMs, follow, claimSwap };
    this.#followed = [...this.#followed.filter(({ id }) => id !== row.id), sent];
    this.#onchange();
  }

  /** Stores a signed payment that others may have, unless it is tracked. */
  async release(signed: SentTransfer): Promise<void> {
    if (this.row(signed.id)) return;
    this.#released.set(signed.id, signed);
    await this.#store.releaseSend({ ...signed, walletId: this.#walletId });
    this.#onchange();
  }

  /** Stores what the review of a payment has named that leaves the browser unsent. @param atMs, blockMs since 1970 */
  handOver(shown: SpendSummary, atMs: number, blockMs: number): Promise<void> {
    return this.#store.putHandedOver(this.#walletId, handedOver(shown, atMs), blockMs);
  }

  /** The summary with the names that a review has shown before it was handed over; undefined if none is known. */
  async asHandedOver(summary: SpendSummary): Promise<SpendSummary | undefined> {
    return asHandedOver(summary, await this.#store.wallets());
  }

  /** Whether payments were signed, or left the browser to be signed, that are in no block as far as is known. */
  async hasUnfinished(): Promise<boolean> {
    if (this.hasPending || this.outstanding.length > 0) return true;
    const row = (await this.#store.wallets()).find(({ id }) => id === this.#walletId);
    const isSeen = async (id: TransactionId) =>
      this.row(id) !== undefined || (await this.#store.event(this.#walletId, id as string as Hash256)) !== undefined;
    return row !== undefined && isAnyAway(row, isSeen);
  }

  /** Stops tracking a transaction; it remains outstanding until it or a conflicting one is in a block. */
  async forget(id: TransactionId): Promise<void> {
    const row = this.row(id);
    if (!row || this.follow(id)?.state === 'confirmed') await this.#delete(id);
    else {
      await this.#store.putSend({ ...row, isReleased: true });
      this.#released.set(id, row);
      this.#untrack(id);
    }
    this.#onchange();
  }

  async #delete(id: TransactionId): Promise<void> {
    await this.#store.deleteSend(this.#walletId, id);
    this.#released.delete(id);
    this.#untrack(id);
  }

  #untrack(id: TransactionId): void {
    this.#rows = this.#rows.filter((row) => row.id !== id);
    this.#followed = this.#followed.filter((sent) => sent.id !== id);
  }

  /** Released transfers that cannot be mined on the same chain as this one. */
  #conflictsOf(confirmed: Transfer): readonly TransactionId[] {
    if (this.#released.size === 0) return [];
    const spent = spentIds(confirmed);
    const conflicts = this.#released.values().filter(({ transfer }) => !spent.isDisjointFrom(spentIds(transfer)));
    return [...conflicts.map(({ id }) => id)];
  }

  /** Updates the status of all sends. @param stored all rows of the wallet */
  async refresh(stored: readonly SendRow[], sightings: SendSightings & BlockTime): Promise<void> {
    const { nowMs, blockMs } = sightings;
    const rows = stored.filter(isTracked);
    this.#rows = rows;
    for (const row of stored) {
      // Sent by another tab, or mined with another claim address.
      if (isTracked(row)) this.#released.delete(row.id);
      else this.#released.set(row.id, row);
    }
    const settled = new Set<TransactionId>();
    const recent: Transfer[] = [];
    const settle = async (id: TransactionId, by: FollowState) => {
      if (isFinal(by)) await this.#delete(id);
      else if (by.state === 'confirmed') settled.add(id);
    };
    for (const [id, released] of this.#released) {
      if (Math.min(nowMs, blockMs) > released.atMs + RELEASED_MS) await this.#delete(id);
      else {
        const follow = await this.#follow(released, sightings);
        if (follow.state === 'confirmed' && !isBuried(follow)) recent.push(released.transfer);
        await settle(id, follow);
      }
    }
    const followed = new Map<TransactionId, FollowedSend>();
    const mined: Pick<SendRow, 'id' | 'minedHeight'>[] = [];
    for (const row of rows) {
      const { id, atMs, claimSwap } = row;
      const follow = await this.#follow(row, sightings);
      const conflicts = follow.state === 'confirmed' ? this.#conflictsOf(row.transfer) : [];
      for (const conflict of conflicts) await settle(conflict, follow);
      // A redirected claim is shown until it is dismissed.
      if (isFinal(follow) && !claimSwap) await this.#delete(id);
      else followed.set(id, { id, sentAtMs: atMs, follow, claimSwap });
      const minedHeight = follow.state === 'confirmed' ? follow.index.height : row.minedHeight;
      if (minedHeight !== row.minedHeight) mined.push({ id, minedHeight });
    }
    this.#settled = settled;
    this.#mined = recent;
    // Rows may have been added or removed in the meantime.
    const known = new Map(this.#followed.map((sent) => [sent.id, sent]));
    this.#followed = this.#rows.flatMap(({ id }) => followed.get(id) ?? known.get(id) ?? []);
    if (mined.length > 0) await this.#store.putMined(this.#walletId, mined);
  }

  async #follow(sent: SentTransfer, sightings: SendSightings): Promise<FollowState> {
    const event = await this.#store.event(this.#walletId, sent.id as string as Hash256);
    return followSend(sent, event, sightings, this.follow(sent.id));
  }
}
