import { sleep } from '$lib/async/sleep';
import type { BlockId } from '$lib/chain/ids';
import { toAppError, type AppError } from '$lib/errors';
import { UnknownWalletError } from '$lib/services/wallet/errors';
import type { OpenWalletTabs, WalletNotification, WalletStorage, WalletTabs } from '$lib/services/wallet/ports';
import type { PoolAnswer } from '$lib/services/wallet/sync/checkPool';
import type { SyncEvent, WalletSync } from '$lib/services/wallet/sync/walletSync';
import { readUnshared, unsharedMessage } from '$lib/services/wallet/send/unshared';
import type { WalletStatus } from '$lib/services/wallet/views';

interface FollowerDeps {
  readonly walletId: string;
  readonly store: Pick<WalletStorage, 'unshared' | 'takeUnshared'>;
  readonly sync: WalletSync;
  readonly openTabs: OpenWalletTabs;
  /** Reloads the stored state. */
  readonly reload: () => Promise<void>;
  /** Receives the unconfirmed events in the pool. */
  readonly takePool: (pool: PoolAnswer) => Promise<void>;
  /** Called after stored data has changed, in this tab or another. */
  readonly onchange: () => void;
  /** Called after changes by another tab were loaded. */
  readonly onnews: () => void;
  /** Called whenever this tab has synced the wallet to the tip. */
  readonly oncurrent: () => void;
  /** Called when the wallet is no longer stored because another tab removed it. */
  readonly onremoved: () => void;
  /** The block after which this tab's server has more; undefined if it has none, or cannot be read. */
  readonly readBehind: (signal: AbortSignal) => Promise<BlockId | undefined>;
  /** Time of the last sync that has stored anything, milliseconds since 1970. */
  readonly syncedAtMs: () => number | undefined;
  /** Milliseconds since 1970. */
  readonly nowMs: () => number;
}

/** After a failure of this browser's storage. */
const RETRY_MS = 5_000;
/** How long a tab fails to sync before another one that waits may: its server can be another one. */
const FAILING_MS = 10_000;
/** How often a tab that waits compares its server with what is stored. */
const COMPARE_MS = 30_000;

/** A tab with another version of Quarry may post something else. */
const isPool = ({ askedAtMs, events, unverified }: PoolAnswer): boolean =>
  typeof askedAtMs === 'number' && Array.isArray(events) && Array.isArray(unverified);

/** Syncs a wallet in one of the tabs that have it open, and notifies the others. */
export class WalletFollower {
  status = $state.raw<WalletStatus>({ step: 'opening' });
  /** The current problem; cleared when it is resolved. */
  problem = $state.raw<AppError>();

  readonly #deps: FollowerDeps;
  readonly #tabs: WalletTabs;
  #followers = 0;
  #following: Promise<void> = Promise.resolve();
  #stop: AbortController | undefined;
  /** Another tab is to sync since this one failed, and has not reported anything yet. */
  #hasYielded = false;
  /** It could not sync while another tab waited. */
  #hasFailed = false;
  /** Ends the syncing of this tab in favor of another one. */
  #over: AbortController | undefined;
  /** When the server last confirmed that nothing has changed since the last sync, which is not stored. */
  #confirmedAtMs: number | undefined;

  constructor(deps: FollowerDeps) {
    this.#deps = deps;
    this.#tabs = deps.openTabs(
      deps.walletId,
      (news) => void this.#receive(news).catch((error: unknown) => this.#fail(error))
    );
  }

  /** Syncs here, or in the tab that already does. @returns the stop function */
  follow(): () => void {
    if (this.#followers++ === 0) {
      const stop = new AbortController();
      this.#stop = stop;
      this.#following = this.#following.then(() => this.#follow(stop.signal));
    }
    let ended = false;
    return () => {
      if (ended) return;
      ended = true;
      if (--this.#followers === 0) this.#stop?.abort();
    };
  }

  /** Notifies pages and other tabs of a change. */
  changed(): void {
    this.#postChange();
    this.#deps.onchange();
  }

  /** Asks other tabs for what they could not store. */
  opened(): void {
    this.#tabs.post({ type: 'opened' });
  }

  /** Includes what other tabs cannot read: otherwise, one of them could repeat a payment that it has no record of. */
  #postChange(): void {
    const { store, walletId } = this.#deps;
    const unshared = unsharedMessage(store.unshared(walletId));
    this.#tabs.post({ type: 'wallet', ...(unshared && { unshared }) });
  }

  close(): void {
    this.#stop?.abort();
    this.#tabs.close();
  }

  /** The wallet was removed, here or in another tab: nothing may look as if it still existed. */
  removed(): void {
    this.#fail(new UnknownWalletError(this.#deps.walletId));
  }

  async take(event: SyncEvent): Promise<void> {
    const { reload, takePool, onchange, oncurrent, nowMs } = this.#deps;
    switch (event.type) {
      case 'moved':
        await reload();
        this.#confirmedAtMs = undefined;
        // Without a lock, every tab syncs: they would reload for each other again and again.
        if (!event.isRead) this.#tabs.post({ type: 'chain' });
        return onchange();
      case 'pool':
        this.#tabs.post(event);
        return takePool(event);
      case 'current':
        this.problem = undefined;
        this.#confirmedAtMs = nowMs();
        this.status = { step: 'following', atMs: this.#confirmedAtMs };
        return oncurrent();
      case 'catching-up':
        this.status = { step: 'syncing', height: event.height, target: event.target };
        return;
      case 'discovering':
        this.status = { step: 'discovering', checked: event.checked, found: event.found };
        return;
      case 'waiting-for-unlock':
        this.status = { step: 'waiting-for-unlock' };
        return;
      case 'failed':
        this.problem = event.error;
        this.#goOffline();
    }
  }

  async #follow(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        if (await this.#lead(signal)) continue;
        return;
      } catch (error) {
        if (!signal.aborted || error instanceof UnknownWalletError) this.#fail(error);
        if (error instanceof UnknownWalletError) return;
      }
      // The stored data could not be read, as a browser's storage sometimes cannot for a moment.
      this.#goOffline();
      await sleep(RETRY_MS, signal);
    }
  }

  /** Syncs in its turn. @returns whether another tab is to sync instead; otherwise the signal has aborted */
  async #lead(signal: AbortSignal): Promise<boolean> {
    const over = new AbortController();
    const leading = new AbortController();
    const run = async () => {
      leading.abort();
      this.#over = over;
      this.#hasYielded = false;
      try {
        await this.#deps.reload();
        await this.#sync(AbortSignal.any([signal, over.signal]), over);
      } finally {
        this.#over = undefined;
      }
    };
    const onwait = () => {
      // A tab that has failed says so until another one succeeds.
      if (!this.#hasYielded) this.#followedElsewhere();
      void this.#compare(AbortSignal.any([signal, leading.signal]));
    };
    await this.#tabs.lead({ signal, onwait, run });
    return over.signal.aborted;
  }

  async #sync(signal: AbortSignal, over: AbortController): Promise<void> {
    let failingSinceMs: number | undefined;
    for await (const event of this.#deps.sync.run(signal)) {
      await this.take(event);
      if (event.type === 'current') {
        failingSinceMs = undefined;
        this.#hasFailed = false;
      }
      if (event.type !== 'failed') continue;
      failingSinceMs ??= this.#deps.nowMs();
      const isLong = this.#deps.nowMs() - failingSinceMs >= FAILING_MS;
      if (!isLong || !(await this.#tabs.isWaitedFor())) continue;
      this.#hasYielded = this.#hasFailed = true;
      over.abort();
    }
  }

  /**
   * While another tab syncs: if its server withholds blocks that this tab's has, this one is to sync. A tab that has
   * failed to is not.
   */
  async #compare(signal: AbortSignal): Promise<void> {
    let before: BlockId | undefined;
    while (!signal.aborted) {
      await sleep(COMPARE_MS, signal);
      if (signal.aborted || this.#hasFailed) return;
      const behind = await this.#deps.readBehind(signal);
      if (behind !== undefined && behind === before) this.#tabs.post({ type: 'behind' });
      before = behind;
    }
  }

  #followedElsewhere(): void {
    this.#hasYielded = false;
    this.status = { step: 'other-tab' };
    this.problem = undefined;
  }

  #goOffline(): void {
    this.status = { step: 'offline', sinceMs: this.#confirmedAtMs ?? this.#deps.syncedAtMs() };
  }

  #fail(error: unknown): void {
    this.problem = toAppError(error);
    if (!(error instanceof UnknownWalletError)) return;
    this.#goOffline();
    this.#deps.onremoved();
  }

  async #receive(news: WalletNotification): Promise<void> {
    if (this.#hasYielded && (news.type === 'pool' || news.type === 'chain')) this.#followedElsewhere();
    if (news.type === 'pool') return isPool(news) ? this.#deps.takePool(news) : undefined;
    if (news.type === 'behind') {
      // Not before it is at its own server's tip.
      if (this.status.step === 'following') this.#over?.abort();
      return;
    }
    const { store, walletId } = this.#deps;
    if (news.type === 'opened') {
      if (unsharedMessage(store.unshared(walletId))) this.#postChange();
      return;
    }
    if (news.type === 'wallet') store.takeUnshared(walletId, readUnshared(walletId, news.unshared));
    // Another tab has stored new chain data, so the cache in memory is outdated.
    if (news.type === 'chain') this.#deps.sync.isOutdated = true;
    await this.#deps.reload();
    this.#deps.sync.wake();
    this.#deps.onchange();
    this.#deps.onnews();
  }
}
