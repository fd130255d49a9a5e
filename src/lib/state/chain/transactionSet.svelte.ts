import type { Daemon } from '$lib/api/daemon/client';
import { BadRequestError } from '$lib/api/http/errors';
import { toAppError, type AppError } from '$lib/errors';
import { Persisted } from '../reactive/persisted.svelte';
import { readTransactionSet, type ReadTransactionSet } from '$lib/explorer/parseTransactionSet';

/** Result of a validation; it belongs to the text at that time. */
export type Verdict =
  | { readonly step: 'none' }
  | { readonly step: 'checking'; readonly set: ReadTransactionSet }
  | { readonly step: 'unreadable'; readonly error: AppError }
  | { readonly step: 'accepted'; readonly set: ReadTransactionSet; readonly atMs: number }
  | {
      readonly step: 'refused';
      readonly set: ReadTransactionSet;
      readonly error: BadRequestError;
      readonly atMs: number;
    }
  | { readonly step: 'failed'; readonly error: AppError };

/** Validates a transaction set at the node, without broadcasting. */
export class SetValidator {
  verdict = $state.raw<Verdict>({ step: 'none' });
  readonly #text: Persisted<string>;
  readonly #daemon: Pick<Daemon, 'consensus'>;
  readonly #nowMs: () => number;
  #checks = 0;

  constructor(daemon: Pick<Daemon, 'consensus'>, nowMs: () => number) {
    this.#daemon = daemon;
    this.#nowMs = nowMs;
    const parse = (stored: unknown) => (typeof stored === 'string' ? stored : undefined);
    this.#text = new Persisted('transaction-set', '', parse, () => this.#forget());
  }

  /** The entered text; it survives leaving the page. */
  get text(): string {
    return this.#text.value;
  }

  set text(text: string) {
    if (text === this.#text.value) return;
    this.#text.value = text;
    this.#forget();
  }

  async check(): Promise<void> {
    const check = ++this.#checks;
    const verdict = await this.#validate((checking) => (this.verdict = checking));
    // The text may have changed in the meantime.
    if (check === this.#checks) this.verdict = verdict;
  }

  /** The text has changed, here or in another tab. */
  #forget(): void {
    this.#checks++;
    this.verdict = { step: 'none' };
  }

  async #validate(onchecking: (verdict: Verdict) => void): Promise<Verdict> {
    let set: ReadTransactionSet;
    try {
      set = readTransactionSet(this.text);
    } catch (error) {
      return { step: 'unreadable', error: toAppError(error) };
    }
    onchecking({ step: 'checking', set });
    try {
      await this.#daemon.consensus.validate({ body: [...set.transactions] });
      return { step: 'accepted', set, atMs: this.#nowMs() };
    } catch (error) {
      if (error instanceof BadRequestError && !error.isInconclusive)
        return { step: 'refused', set, error, atMs: this.#nowMs() };
      return { step: 'failed', error: toAppError(error) };
    }
  }
}
