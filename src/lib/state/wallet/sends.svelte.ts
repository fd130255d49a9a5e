import type { ChainIndex } from '$lib/chain/element/elements';
import type { Hash256, TransactionId } from '$lib/chain/ids';
import type { SendRow } from '$lib/services/wallet/records';
import type { WalletStore } from '$lib/storage/walletStore';
import { spentIds } from '$lib/wallet/transfer/transfer';
import { confirmationsOf, type WalletEvent } from '$lib/wallet/sync/walletEvent';
import type { FollowedSend, FollowState } from '$lib/services/wallet/views';

/** Buried deeply enough to be forgotten: only the history keeps it. */
const BURIED = 10;

/** The wallet's own transactions between broadcast and being buried. */
export class WalletSends {
  list = $state.raw<readonly FollowedSend[]>([]);
  #rows: readonly SendRow[] = [];
  readonly #walletId: string;
  readonly #store: WalletStore;

  constructor(walletId: string, store: WalletStore) {
    this.#walletId = walletId;
    this.#store = store;
  }

  /** Something may still happen to one of them. */
  get areWaiting(): boolean {
    return this.list.some(({ follow }) => follow.state === 'pool');
  }

  /** Outputs that they spend, if they still can. */
  get spent(): ReadonlySet<string> {
    const waiting = new Set(this.list.filter(({ follow }) => follow.state === 'pool').map(({ id }) => id));
    return new Set(this.#rows.filter(({ id }) => waiting.has(id)).flatMap(({ transfer }) => [...spentIds(transfer)]));
  }

  row(id: TransactionId): SendRow | undefined {
    return this.#rows.find((row) => row.id === id);
  }

  async put(row: SendRow): Promise<void> {
    await this.#store.putSend(row);
    this.#rows = [...this.#rows.filter(({ id }) => id !== row.id), row];
    const sent: FollowedSend = { id: row.id, sentAtMs: row.atMs, follow: { state: 'pool' } };
    this.list = [...this.list.filter(({ id }) => id !== row.id), sent];
  }

  /** Gives one up: it is not followed any more. */
  async forget(id: TransactionId): Promise<void> {
    await this.#store.deleteSend(this.#walletId, id);
    this.#rows = this.#rows.filter((row) => row.id !== id);
    this.list = this.list.filter((sent) => sent.id !== id);
  }

  /**
   * Looks what became of them.
   * @param rows as stored
   * @param tip up to which the history is known
   * @param pool what waits, read when; undefined when it was not
   */
  async refresh(
    rows: readonly SendRow[],
    tip: ChainIndex | undefined,
    pool: { readonly events: readonly WalletEvent[]; readonly atMs: number } | undefined
  ): Promise<void> {
    this.#rows = rows;
    const list: FollowedSend[] = [];
    for (const { id, atMs } of rows) {
      const event = await this.#store.event(this.#walletId, id as string as Hash256);
      const follow = followOf(id, atMs, event, tip, pool, this.list.find((known) => known.id === id)?.follow);
      if (follow.state === 'confirmed' && follow.confirmations > BURIED) await this.forget(id);
      else list.push({ id, sentAtMs: atMs, follow });
    }
    this.list = list;
  }
}

function followOf(
  id: TransactionId,
  sentAtMs: number,
  event: WalletEvent | undefined,
  tip: ChainIndex | undefined,
  pool: { readonly events: readonly WalletEvent[]; readonly atMs: number } | undefined,
  known: FollowState | undefined
): FollowState {
  if (event && tip) {
    return { state: 'confirmed', confirmations: confirmationsOf(event, tip.height), index: event.index };
  }
  const wasLookedFor = pool !== undefined && pool.atMs > sentAtMs;
  // Not seen since: what is known stays, except that a reorganisation took it out of its block.
  if (!wasLookedFor) return known?.state === 'dropped' ? known : { state: 'pool' };
  return pool.events.some((waiting) => (waiting.id as string) === id) ? { state: 'pool' } : { state: 'dropped' };
}
