import { sumHastings, type Hastings } from '$lib/chain/currency/currency';
import type { CoinOutputId, TransactionId } from '$lib/chain/ids';
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
  /** The payment that the form was last confirmed as, with the form at that time. */
  #sent: { readonly id: TransactionId; readonly form: string } | undefined;

  constructor(walletId: string) {
    this.#key = draftKey(walletId);
    const stored = this.#read();
    this.#show(stored ?? emptyDraft());
    if (stored?.sentAs) this.#sent = { id: stored.sentAs as TransactionId, form: JSON.stringify(this.#form()) };
  }

  /** Whether nothing was entered. */
  get isEmpty(): boolean {
    return this.change === '' && this.rows.every(({ address, amount, isMax }) => !address && !amount && !isMax);
  }

  /**
   * The transaction that the unchanged form was confirmed as. If the page is left before the server responds, the form
   * must not offer the same payment once more.
   */
  get sentAs(): TransactionId | undefined {
    return this.#sent?.form === JSON.stringify(this.#form()) ? this.#sent.id : undefined;
  }

  /** Called when the form's payment is confirmed, before anything is sent. */
  confirmed(id: TransactionId): void {
    this.#sent = { id, form: JSON.stringify(this.#form()) };
    this.save();
  }

  /** Stores every change. Called in an effect. */
  save(): void {
    const { sentAs, isEmpty } = this;
    const stored: StoredDraft = { ...this.#form(), sentAs };
    try {
      if (isEmpty) sessionStorage.removeItem(this.#key);
      else sessionStorage.setItem(this.#key, JSON.stringify(stored));
    } catch {
      // Storage denied: the draft lasts as long as the page.
    }
  }

  #form(): StoredDraft {
    const { rows, fee, change, choosing, chosen } = this;
    return {
      rows: rows.map(({ address, amount, unit, isMax, paysFee }) => ({ address, amount, unit, isMax, paysFee })),
      fee: { ...fee },
      change,
      choosing,
      chosen: [...chosen]
    };
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
