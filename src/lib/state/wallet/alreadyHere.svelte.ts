import type { SameWallet } from '$lib/services/wallet/sameWallet';
import type { WatchEntry } from '$lib/services/wallet/views';
import type { Wallets } from './wallets.svelte';

/** Before addresses are watched a second time, the user sees the wallet that already lists all of them. */
export class AlreadyHere {
  #found = $state.raw<{ readonly key: string; readonly wallet: SameWallet }>();
  readonly #wallets: Pick<Wallets, 'withAddresses'>;

  constructor(wallets: Pick<Wallets, 'withAddresses'>) {
    this.#wallets = wallets;
  }

  /** The wallet that lists them all, once {@link mayAdd} has found it. */
  of(entries: readonly WatchEntry[]): SameWallet | undefined {
    return this.#found?.key === keyOf(entries) ? this.#found.wallet : undefined;
  }

  /** Whether no wallet lists them all, or the user has seen the one that does. */
  async mayAdd(entries: readonly WatchEntry[]): Promise<boolean> {
    if (this.of(entries)) return true;
    const wallet = await this.#wallets.withAddresses(entries);
    this.#found = wallet && { key: keyOf(entries), wallet };
    return wallet === undefined;
  }
}

const keyOf = (entries: readonly WatchEntry[]): string => entries.map(({ address }) => address).join();
