import type { Hash256, TransactionId } from '$lib/chain/ids';
import type { WalletStorage } from '$lib/services/wallet/ports';
import type { SendRow } from '$lib/services/wallet/records';
import {
  followSend,
  isBuried,
  outstandingSends,
  spentBySends,
  type SendSightings
} from '$lib/services/wallet/send/followSend';
import type { FollowedSend, FollowState } from '$lib/services/wallet/views';
import { spentIds, type Transfer } from '$lib/wallet/transfer/transfer';

/** The wallet's sent transactions until they are deeply confirmed. */
export class WalletSends {
  list = $state.raw<readonly FollowedSend[]>([]);
  #rows: readonly SendRow[] = [];
  /** Signed payments that others may have but that are not tracked: refused, dismissed, or handed over for signing. */
  readonly #released = new Map<TransactionId, Transfer>();
  readonly #walletId: string;
  readonly #store: WalletStorage;

  constructor(walletId: string, store: WalletStorage) {
    this.#walletId = walletId;
    this.#store = store;
  }

  /** Whether the status of any of them may still change. */
  get hasPending(): boolean {
    return this.list.some(({ follow }) => follow.state === 'pool' || follow.state === 'unanswered');
  }

  /** Outputs spent by pending transactions. */
  get spent(): ReadonlySet<string> {
    return spentBySends(this.#rows, this.list);
  }

  /** Transfers that may still be mined although they are not in the pool. */
  get outstanding(): readonly Transfer[] {
    const untracked = [...this.#released].flatMap(([id, transfer]) => (this.row(id) ? [] : [transfer]));
    return [...outstandingSends(this.#rows, this.list), ...untracked];
  }

  row(id: TransactionId): SendRow | undefined {
    return this.#rows.find((row) => row.id === id);
  }

  /** Status of a send; undefined if it is not tracked. */
  follow(id: TransactionId): FollowState | undefined {
    return this.list.find((sent) => sent.id === id)?.follow;
  }

  async put(row: Omit<SendRow, 'claimSwap'>): Promise<void> {
    await this.#store.putSend(row);
    const claimSwap = this.row(row.id)?.claimSwap;
    this.#rows = [...this.#rows.filter(({ id }) => id !== row.id), { ...row, claimSwap }];
    const follow: FollowState = { state: row.isUnclear ? 'unanswered' : 'pool' };
    const sent: FollowedSend = { id: row.id, sentAtMs: row.atMs, follow, claimSwap };
    this.list = [...this.list.filter(({ id }) => id !== row.id), sent];
  }

  /** Records a signed payment that others may have, for as long as the wallet is open in this tab. */
  release(id: TransactionId, transfer: Transfer): void {
    this.#released.set(id, transfer);
  }

  /** Stops tracking a transaction; it remains outstanding until it is in a block. */
  async forget(id: TransactionId): Promise<void> {
    const row = this.row(id);
    if (row && this.follow(id)?.state !== 'confirmed') this.release(id, row.transfer);
    await this.#store.deleteSend(this.#walletId, id);
    this.#rows = this.#rows.filter((row) => row.id !== id);
    this.list = this.list.filter((sent) => sent.id !== id);
  }

  /** Transfers that conflict with a confirmed transaction can no longer be mined. */
  #excludeConflicts(confirmed: Transfer): void {
    if (this.#released.size === 0) return;
    const spent = spentIds(confirmed);
    for (const [id, transfer] of this.#released) {
      if ([...spentIds(transfer)].some((input) => spent.has(input))) this.#released.delete(id);
    }
  }

  /** Updates the status of all sends. @param rows as stored */
  async refresh(rows: readonly SendRow[], sightings: SendSightings): Promise<void> {
    this.#rows = rows;
    for (const id of this.#released.keys()) {
      if (await this.#store.event(this.#walletId, id as string as Hash256)) this.#released.delete(id);
    }
    const followed = new Map<TransactionId, FollowedSend>();
    for (const row of rows) {
      const { id, atMs, claimSwap } = row;
      const event = await this.#store.event(this.#walletId, id as string as Hash256);
      const follow = followSend(row, event, sightings, this.list.find((known) => known.id === id)?.follow);
      if (follow.state === 'confirmed') this.#excludeConflicts(row.transfer);
      // A redirected claim is shown until it is dismissed.
      if (isBuried(follow) && !claimSwap) await this.forget(id);
      else followed.set(id, { id, sentAtMs: atMs, follow, claimSwap });
    }
    // Rows may have been added or removed in the meantime.
    this.list = this.#rows.flatMap(({ id }) => followed.get(id) ?? this.list.find((known) => known.id === id) ?? []);
  }
}
