import { hastings, type Hastings } from '$lib/chain/currency/currency';
import type { NextMaturity } from '$lib/services/wallet/balance';
import {
  minedSince,
  soonestMaturity,
  sumBalances,
  withoutCopies,
  type BalanceTotals
} from '$lib/services/wallet/portfolio';
import type { WalletState } from './wallet.svelte';
import type { Wallets } from './wallets.svelte';

/** This browser's wallets on the server's chain, open and synced while a page follows them. */
export class Portfolio {
  /** By id; wallets that cannot be opened are missing. */
  #open = $state.raw<ReadonlyMap<string, WalletState>>(new Map());
  /** Block rewards since midnight; undefined until read. */
  minedToday = $state.raw<Hastings>();

  readonly #wallets: Wallets;
  readonly #nowMs: () => number;

  /** All open wallets. */
  readonly open: readonly WalletState[] = $derived.by(() => [...this.#open.values()]);
  readonly #counted = $derived.by(() => withoutCopies(this.open));
  readonly #balances = $derived.by(() => this.#counted.flatMap(({ balance }) => balance ?? []));
  /** Some wallets list what another one holds, which the totals count once. */
  readonly hasCopies: boolean = $derived.by(() => this.#counted.length < this.open.length);
  /** Undefined before the first balance is known. */
  readonly totals: BalanceTotals | undefined = $derived.by(() =>
    this.#balances.length === 0 ? undefined : sumBalances(this.#balances)
  );
  readonly nextMaturity: NextMaturity | undefined = $derived.by(() =>
    soonestMaturity(this.#counted.map((wallet) => wallet.nextMaturity))
  );

  constructor(wallets: Wallets, nowMs: () => number = Date.now) {
    this.#wallets = wallets;
    this.#nowMs = nowMs;
  }

  /** An open wallet. */
  wallet(id: string): WalletState | undefined {
    return this.#open.get(id);
  }

  /** Opens and syncs all wallets. Called in an effect, which reruns when the list changes. */
  follow(): () => void {
    const ids = this.#wallets.here.map(({ id }) => id);
    const abort = new AbortController();
    const stops: (() => void)[] = [];
    abort.signal.addEventListener('abort', () => stops.forEach((stop) => stop()));
    for (const id of ids) {
      this.#wallets.open(id).then(
        (wallet) => {
          if (abort.signal.aborted) return;
          stops.push(wallet.follow());
          this.#open = new Map([...this.#open, [id, wallet]]);
        },
        // The wallet's own page reports the error.
        () => undefined
      );
    }
    return () => {
      abort.abort();
      this.#open = new Map([...this.#open].filter(([id]) => this.#wallets.here.some((known) => known.id === id)));
    };
  }

  /** Recalculates today's block rewards after every change of a wallet. Called in an effect. */
  followMined(): (() => void) | undefined {
    const counted = this.#counted;
    if (counted.length === 0) return;
    for (const { revision } of counted) void revision;
    let isCurrent = true;
    const midnight = new Date(this.#nowMs()).setHours(0, 0, 0, 0);
    const rewards = counted.map((wallet) => minedSince(wallet.lists.allEvents({ type: 'miner' }), midnight));
    Promise.all(rewards).then(
      (sums) => {
        if (isCurrent) this.minedToday = hastings(sums.reduce((all, sum) => all + sum, 0n));
      },
      () => undefined
    );
    return () => (isCurrent = false);
  }
}
