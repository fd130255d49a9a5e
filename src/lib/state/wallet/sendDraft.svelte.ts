import { sumHastings, type Hastings } from '$lib/chain/currency/currency';
import type { CoinOutputId, TransactionId } from '$lib/chain/ids';
import type { WalletCache } from '$lib/wallet/sync/cache';
import {
  emptyDraft,
  emptyRow,
  isEmptyDraft,
  parseDraft,
  type DraftRow,
  type FeeDraft,
  type StoredDraft,
  type StoredDrafts
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
  /** Other payments: the form holds one of several. */
  aside = $state.raw<readonly StoredDraft[]>([]);
  readonly #key: string;
  /** The payment that the form was last confirmed as, with the form at that time. */
  #sent: { readonly id: TransactionId; readonly form: string } | undefined;

  constructor(walletId: string) {
    this.#key = draftKey(walletId);
    const stored = this.#read();
    this.#show(stored ?? emptyDraft());
    this.aside = stored?.aside ?? [];
  }

  /** Whether nothing was entered. */
  get isEmpty(): boolean {
    return isEmptyDraft(this);
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

  /** Sets a payment aside that the form is not to hold yet, unless it holds or held the same one. */
  setAside(rows: readonly Omit<DraftRow, 'key'>[]): void {
    const other: StoredDraft = { ...emptyDraft(), rows };
    if (![this.#whole(), ...this.aside].some((known) => isSamePayment(known, other)))
      this.aside = [...this.aside, other];
    this.save();
  }

  /** Shows a payment that was set aside; the form's is set aside instead, unless it is empty. */
  exchange(other: StoredDraft): void {
    const here = this.isEmpty ? [] : [this.#whole()];
    this.aside = [...here, ...this.aside.filter((known) => known !== other)];
    this.#show(other);
    this.save();
  }

  discard(other: StoredDraft): void {
    this.aside = this.aside.filter((known) => known !== other);
    this.save();
  }

  /** Transactions that the form or a payment set aside was confirmed as. */
  get confirmedAs(): readonly TransactionId[] {
    return [this.#whole(), ...this.aside].flatMap(({ sentAs }) =>
      sentAs === undefined ? [] : [sentAs as TransactionId]
    );
  }

  /** Removes the payment that was confirmed as this transaction, because it was sent. */
  forget(id: TransactionId): void {
    this.aside = this.aside.filter(({ sentAs }) => sentAs !== id);
    if (this.sentAs === id) this.clear();
    else this.save();
  }

  /** Stores every change. Called in an effect. */
  save(): void {
    const { isEmpty, aside } = this;
    const stored: StoredDrafts = { ...this.#whole(), ...(aside.length > 0 && { aside }) };
    try {
      if (isEmpty && aside.length === 0) sessionStorage.removeItem(this.#key);
      else sessionStorage.setItem(this.#key, JSON.stringify(stored));
    } catch {
      // Storage denied: the draft lasts as long as the page.
    }
  }

  #whole(): StoredDraft {
    return { ...this.#form(), sentAs: this.sentAs };
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

  /** Empties the form; payments set aside stay. */
  clear(): void {
    this.#show(emptyDraft());
    this.save();
  }

  #show({ rows, fee, change, choosing, chosen, sentAs }: StoredDraft): void {
    this.rows = rows.map((row) => ({ ...emptyRow(), ...row }));
    this.fee = { ...fee };
    this.change = change;
    this.choosing = choosing;
    this.chosen = new Set(chosen);
    this.#sent = sentAs === undefined ? undefined : { id: sentAs as TransactionId, form: JSON.stringify(this.#form()) };
  }

  #read(): StoredDrafts | undefined {
    try {
      const text = sessionStorage.getItem(this.#key);
      return text === null ? undefined : parseDraft(JSON.parse(text));
    } catch {
      return undefined;
    }
  }
}

const isSamePayment = (a: StoredDraft, b: StoredDraft): boolean =>
  JSON.stringify(paymentsOf(a)) === JSON.stringify(paymentsOf(b));

const paymentsOf = ({ rows }: StoredDraft) =>
  rows.map(({ address, amount, unit, isMax }) => [address, amount, unit, isMax]);
