import type { WalletEvent } from '$lib/wallet/sync/walletEvent';
import { holdAlone } from './leader';

/** What tabs tell each other about a wallet. */
export type WalletNews =
  /** The stored state of the chain changed. */
  | { readonly type: 'chain' }
  /** Labels, addresses, frozen coins, names or sends changed. */
  | { readonly type: 'wallet' }
  /** What waits in the pool for the wallet. */
  | { readonly type: 'pool'; readonly events: readonly WalletEvent[] };

const nameOf = (walletId: string): string => `quarry:wallet:${walletId}`;

/**
 * One tab at a time keeps a wallet in step with the chain: the one that holds its Web Lock, which the browser frees
 * however the tab ends. The others show what it writes. Where the browser has no locks every tab tries, and the
 * database refuses all steps but one.
 */
export class WalletLock {
  readonly #walletId: string;
  readonly #locks: LockManager | undefined;
  readonly #channel: BroadcastChannel;

  constructor(walletId: string, locks: LockManager | undefined = navigator.locks) {
    this.#walletId = walletId;
    this.#locks = locks;
    this.#channel = new BroadcastChannel(nameOf(walletId));
  }

  /** Told what other tabs changed. */
  set onnews(listener: (news: WalletNews) => void) {
    this.#channel.onmessage = ({ data }: MessageEvent<WalletNews>) => listener(data);
  }

  tell(news: WalletNews): void {
    this.#channel.postMessage(news);
  }

  /** Waits for the lock, then runs the work while holding it; `onwait` when another tab has it. */
  hold(signal: AbortSignal, onwait: () => void, run: () => Promise<void>): Promise<void> {
    return holdAlone(this.#locks, nameOf(this.#walletId), { signal, onwait, run });
  }

  close(): void {
    this.#channel.close();
  }
}
