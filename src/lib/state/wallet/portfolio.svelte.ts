import { hastings, type Hastings } from '$lib/chain/currency/currency';
import type { NextMaturity } from '$lib/services/wallet/balance';
import {
  countOnce,
  minedSince,
  soonestMaturity,
  sumBalances,
  type BalanceTotals
} from '$lib/services/wallet/portfolio';
import { startOfDay } from '$lib/services/zonedTime';
import type { WalletState } from './wallet.svelte';
import type { Wallets } from './wallets.svelte';

/** This browser's wallets on the server's chain, open and synced while a page follows them. */
export class Portfolio {
  /** By id; wallets that cannot be opened are missing. */
  #open = $state.raw<ReadonlyMap<string, WalletState>>(new Map());
  /** Block rewards since midnight in the reader's time zone; undefined until read. */
  minedToday = $state.raw<Hastings>();

  readonly #wallets: Wallets;
  readonly #nowMs: () => number;

  /** All open wallets. */
  readonly open: readonly WalletState[] = $derived.by(() => [...this.#open.values()]);
  readonly #synced = $derived(this.open.filter(({ balance }) => balance !== undefined));
  readonly #counted = $derived(countOnce(this.#synced));
  readonly #partly = $derived(this.#counted.filter(({ elsewhere }) => elsewhere.size > 0));
  /** The parts of balances that count for other wallets. */
  #elsewhere = $state.raw<ReadonlyMap<WalletState, BalanceTotals>>(new Map());
  /** Several wallets list the same coins, which the totals count once. */
  readonly hasCopies: boolean = $derived(this.#counted.length < this.#synced.length || this.#partly.length > 0);
  /** Undefined before the first balance is known, and until coins that several wallets list are counted once. */
  readonly totals: BalanceTotals | undefined = $derived.by(() => {
    const twice = this.#partly.flatMap(({ wallet }) => this.#elsewhere.get(wallet) ?? []);
    if (this.#counted.length === 0 || twice.length < this.#partly.length) return undefined;
    return sumBalances(
      this.#counted.map(({ wallet }) => wallet.balance!),
      twice
    );
  });
  readonly nextMaturity: NextMaturity | undefined = $derived.by(() =>
    soonestMaturity(this.#counted.map(({ wallet, elsewhere }) => wallet.maturityWithout(elsewhere)))
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

  /** Recalculates what several wallets list after every change of a balance. Called in an effect. */
  followShared(): (() => void) | undefined {
    const partly = this.#partly;
    if (partly.length === 0) return;
    for (const { wallet } of partly) void wallet.balance;
    let isCurrent = true;
    const reading = partly.map(async ({ wallet, elsewhere }) => [wallet, await wallet.balanceAt(elsewhere)] as const);
    Promise.all(reading).then(
      (read) => {
        if (isCurrent) this.#elsewhere = new Map(read);
      },
      () => undefined
    );
    return () => (isCurrent = false);
  }

  /**
   * Recalculates today's block rewards after every change of a wallet. Called in an effect.
   * @param timeZone of the reader: IANA name; empty for the system's own
   */
  followMined(timeZone: string): (() => void) | undefined {
    const counted = this.#counted;
    if (counted.length === 0) return;
    for (const { wallet } of counted) void wallet.revision;
    let isCurrent = true;
    const midnight = startOfDay(this.#nowMs(), timeZone);
    const rewards = counted.map(({ wallet, elsewhere }) =>
      minedSince(wallet.lists.allEvents({ type: 'miner' }), midnight, elsewhere)
    );
    Promise.all(rewards).then(
      (sums) => {
        if (isCurrent) this.minedToday = hastings(sums.reduce((all, sum) => all + sum, 0n));
      },
      () => undefined
    );
    return () => (isCurrent = false);
  }
}
