import { sumHastings, type Hastings } from '$lib/chain/currency/currency';
import type { CoinOutputId } from '$lib/chain/ids';
import type { WalletCache } from '$lib/wallet/sync/cache';
import {
  emptyDraft,
  emptyRow,
  parseDraft,
  type DraftRow,
  type FeeDraft,
  type StoredDraft
} from '$lib/services/wallet/send/draft';
import { draftKey } from '$lib/services/wallet/send/draftKey';

/**
 * The payment form of a wallet. It survives the review, other pages and a reload, but not the tab: session storage
 * leaves no addresses behind.
 */
export class SendDraft {
  rows = $state<DraftRow[]>([]);
  fee = $state<FeeDraft>({ kind: 'normal', text: '', isTaken: false });
  change = $state('');
  /** The user selects coins manually. */
  choosing = $state(false);
  chosen = $state.raw<ReadonlySet<string>>(new Set());
  readonly #key: string;

  constructor(walletId: string) {
    this.#key = draftKey(walletId);
    this.#show(this.#read() ?? emptyDraft());
  }

  /** Whether nothing was entered. */
  get isEmpty(): boolean {
    return this.change === '' && this.rows.every(({ address, amount, isMax }) => !address && !amount && !isMax);
  }

  /** Stores every change. Called in an effect. */
  save(): void {
    const { rows, fee, change, choosing, chosen } = this;
    const stored: StoredDraft = {
      rows: rows.map(({ address, amount, unit, isMax, paysFee }) => ({ address, amount, unit, isMax, paysFee })),
      fee: { ...fee },
      change,
      choosing,
      chosen: [...chosen]
    };
    const isEmpty = this.isEmpty;
    try {
      if (isEmpty) sessionStorage.removeItem(this.#key);
      else sessionStorage.setItem(this.#key, JSON.stringify(stored));
    } catch {
      // Storage denied: the draft lasts as long as the page.
    }
  }

  /**
   * Drops selected coins that have been spent, unless all have: with none selected, the wallet would spend others.
   * @param coins all coins of the wallet @returns the value of the selected ones
   */
  checkChosen(coins: WalletCache['coins']): Hastings {
    const held = [...this.chosen].flatMap((id) => coins.get(id as CoinOutputId) ?? []);
    if (held.length > 0 && held.length < this.chosen.size) this.chosen = new Set(held.map(({ id }) => id));
    return sumHastings(held.map(({ output }) => output.value));
  }

  /** Empties the form. */
  clear(): void {
    this.#show(emptyDraft());
    this.save();
  }

  #show({ rows, fee, change, choosing, chosen }: StoredDraft): void {
    this.rows = rows.map((row) => ({ ...emptyRow(), ...row }));
    this.fee = { ...fee };
    this.change = change;
    this.choosing = choosing;
    this.chosen = new Set(chosen);
  }

  #read(): StoredDraft | undefined {
    try {
      const text = sessionStorage.getItem(this.#key);
      return text === null ? undefined : parseDraft(JSON.parse(text));
    } catch {
      return undefined;
    }
  }
}
