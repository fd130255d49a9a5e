import type { Daemon } from '$lib/api/daemon/client';
import { BadRequestError } from '$lib/api/errors';
import { toAppError, type AppError } from '$lib/errors';
import { Persisted } from './persisted.svelte';
import { readTransactionSet, type ReadTransactionSet } from './transactionSetText';

/** What came of a check; it is of the text it was made with, not of what is typed since. */
export type Verdict =
  | { readonly step: 'none' }
  | { readonly step: 'checking'; readonly set: ReadTransactionSet }
  | { readonly step: 'unreadable'; readonly error: AppError }
  | { readonly step: 'accepted'; readonly set: ReadTransactionSet; readonly atMs: number }
  /** The node's own words, and ours for them where we have some. */
  | {
      readonly step: 'refused';
      readonly set: ReadTransactionSet;
      readonly words: string | undefined;
      readonly serverMessage: string;
      readonly atMs: number;
    }
  | { readonly step: 'failed'; readonly error: AppError };

/** Asks the node whether it would take a set of transactions; nothing is broadcast. */
export class SetValidator {
  verdict = $state.raw<Verdict>({ step: 'none' });
  readonly #text: Persisted<string>;
  readonly #daemon: Pick<Daemon, 'consensus'>;
  readonly #nowMs: () => number;
  #checks = 0;

  constructor(daemon: Pick<Daemon, 'consensus'>, nowMs: () => number) {
    this.#daemon = daemon;
    this.#nowMs = nowMs;
    this.#text = new Persisted('transaction-set', '', (stored) => (typeof stored === 'string' ? stored : undefined));
  }

  /** What is in the box; it stays when the page is left. */
  get text(): string {
    return this.#text.value;
  }

  set text(text: string) {
    if (text === this.#text.value) return;
    this.#text.value = text;
    this.#checks++;
    this.verdict = { step: 'none' };
  }

  async check(): Promise<void> {
    const check = ++this.#checks;
    const verdict = await this.#judge((checking) => (this.verdict = checking));
    // The text may have been changed meanwhile.
    if (check === this.#checks) this.verdict = verdict;
  }

  async #judge(onchecking: (verdict: Verdict) => void): Promise<Verdict> {
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
      if (!(error instanceof BadRequestError)) return { step: 'failed', error: toAppError(error) };
      const { serverMessage } = error;
      return { step: 'refused', set, words: refusalWords(serverMessage), serverMessage, atMs: this.#nowMs() };
    }
  }
}

/** What a daemon's reason means; its wording differs a little between versions. */
const REASONS: readonly (readonly [pattern: RegExp, words: string])[] = [
  [
    /nonexisting .*output/,
    'It spends an output that does not exist, or that is spent already. A transaction that makes the output must stand before it in the list.'
  ],
  [/inputs do not equal/, 'What goes in is not what comes out: inputs, outputs and fees must add up exactly.'],
  [/missing signatures/, 'An input is not signed by all who have to.'],
  [/frivolous signature/, 'A signature belongs to no input, or is one more than needed.'],
  [/invalid signature/, 'A signature does not fit: something was changed after signing, or another key signed.'],
  [/parent object twice/, 'The same output or contract is used twice.'],
  [/zero value miner fee/, 'A fee of zero is listed; leave it out instead.'],
  [/zero value/, 'An output or payout is worth nothing, which is not allowed.'],
  [/too large to fit/, 'A transaction is larger than a block.'],
  [/window must start in the future/, 'A contract’s proof window has begun already.'],
  [/window must end at least/, 'A contract’s proof window ends before it begins.'],
  [/invalid output sums/, 'What a contract pays out is not what is paid in, less the tax.'],
  [/unknown file contract/, 'A storage proof names a contract that does not exist.'],
  [/v1 transactions? (?:are|is) not allowed|after v2 hardfork/i, 'The chain takes V2 transactions only by now.'],
  [/could not decode/, 'The daemon could not read the set.']
];

export const refusalWords = (serverMessage: string): string | undefined =>
  REASONS.find(([pattern]) => pattern.test(serverMessage))?.[1];
