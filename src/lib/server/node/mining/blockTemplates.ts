import type { Address } from '$lib/chain/address';
import type { ChainState } from '$lib/chain/block/state';
import { unixSeconds } from '$lib/chain/time';
import { generationAt, type Generation } from '$lib/chain/transaction/generation';
import { EMPTY_TRANSACTION } from '$lib/chain/transaction/transaction';
import { EMPTY_V2_TRANSACTION } from '$lib/chain/transaction/v2Transaction';
import { runAtOnce, StepQueue, type Steps } from '$lib/async/stepQueue';
import { selectInSteps, type Selection } from '$lib/mining/work/selectTransactions';
import { templateOfSelection, type Template } from '$lib/mining/work/template';
import type { ChainManager } from '../chain/chainManager';
import type { TransactionPool } from '../pool/transactionPool';

/** Length of the data that make a template unique. */
export const MARK_BYTES = 32;

/** Room for a mark, by the generation of the block. */
const mark = new Uint8Array(MARK_BYTES);
const RESERVED: Readonly<Record<Generation, Selection>> = {
  v1: { transactions: [{ ...EMPTY_TRANSACTION, arbitraryData: [mark] }], v2Transactions: [] },
  v2: { transactions: [], v2Transactions: [{ ...EMPTY_V2_TRANSACTION, arbitraryData: mark }] }
};

/** Pause after a selection, as a multiple of the time it took. */
const REST = 10;
/** Transactions that are selected from at once: about as many as the pool shows at once on a new tip. */
const SELECTED_AT_ONCE = 1_000;

interface Selected extends Selection {
  readonly state: ChainState;
  readonly poolVersion: number;
  /** Counts the selections. */
  readonly serial: number;
  /** From a part of the pool; see {@link BlockTemplates.isPreliminary}. */
  readonly isPreliminary: boolean;
  /** A changed pool is not selected from before this time. */
  readonly restsUntilMs: number;
}

export interface BlockTemplatesParts {
  readonly chain: Pick<ChainManager, 'network' | 'state'>;
  readonly pool: Pick<
    TransactionPool,
    'version' | 'count' | 'isSettled' | 'settled' | 'transactions' | 'v2Transactions'
  >;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  /** Monotonic clock, milliseconds. */
  readonly now: () => number;
}

/**
 * Unsolved blocks on the tip. Selecting their transactions from a full pool takes seconds, so it is done in steps, all
 * miners share the selection, and it follows changes of the pool only as often as it can. On a new tip, miners first
 * get what can be selected at once.
 */
export class BlockTemplates {
  readonly #parts: BlockTemplatesParts;
  readonly #selecting = new StepQueue();
  readonly #listeners = new Set<() => void>();
  #selected: Selected | undefined;
  /** The state that transactions are being selected for in steps. */
  #awaited: ChainState | undefined;
  #serial = 0;

  constructor(parts: BlockTemplatesParts) {
    this.#parts = parts;
  }

  /** Changes with the tip and with the selected transactions. */
  get id(): string {
    const { state, serial } = this.#current();
    return state.index.id.slice(0, 24) + serial.toString(16).padStart(8, '0');
  }

  /** Whether transactions are missing that have not been validated on the new tip yet, or not been considered. */
  get isPreliminary(): boolean {
    return this.#current().isPreliminary;
  }

  /** Calls the listener when a selection replaces a preliminary one. @returns the function that unsubscribes */
  onComplete(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** @param mark of at most {@link MARK_BYTES}; see {@link templateOfSelection} */
  create(payoutAddress: Address, mark?: Uint8Array): Template {
    const { chain, clock } = this.#parts;
    const { state, transactions, v2Transactions } = this.#current();
    const content = { network: chain.network, state, transactions, v2Transactions };
    return templateOfSelection(content, payoutAddress, unixSeconds(Math.floor(clock() / 1000)), mark);
  }

  #current(): Selected {
    const { chain, pool } = this.#parts;
    const { state } = chain;
    const last = this.#selected?.state === state ? this.#selected : undefined;
    if (last !== undefined && (this.#awaited === state || this.#isCurrent(last))) return last;
    const isPart = !pool.isSettled || pool.count > SELECTED_AT_ONCE;
    if (isPart) this.#selectLater(state);
    if (isPart && last !== undefined) return last;
    return (this.#selected = runAtOnce(this.#select(state, isPart)));
  }

  #isCurrent({ isPreliminary, poolVersion, restsUntilMs }: Selected): boolean {
    const { pool, now } = this.#parts;
    return !isPreliminary && (poolVersion === pool.version || now() < restsUntilMs);
  }

  *#select(state: ChainState, isPreliminary: boolean): Generator<void, Selected> {
    const { chain, pool, now } = this.#parts;
    const startedMs = now();
    const { version: poolVersion, transactions, v2Transactions } = pool;
    const offered = { transactions: [...transactions], v2Transactions: [...v2Transactions] };
    const reserved = RESERVED[generationAt(chain.network, state.index.height)];
    const selection = yield* selectInSteps(isPreliminary ? beginningOf(offered) : offered, reserved, undefined);
    const endedMs = now();
    return {
      ...selection,
      state,
      poolVersion,
      serial: ++this.#serial,
      isPreliminary,
      restsUntilMs: endedMs + REST * (endedMs - startedMs)
    };
  }

  /** Selects from the whole pool in steps, unless that is being done. */
  #selectLater(state: ChainState): void {
    if (this.#awaited === state) return;
    this.#awaited = state;
    this.#selecting
      .run(this.#selectWhole(state))
      // Logged, because nothing waits for it. The next request tries again.
      .catch((error: unknown) => console.error(error))
      .finally(() => {
        if (this.#awaited === state) this.#awaited = undefined;
      });
  }

  /** Ends early at a new tip. */
  *#selectWhole(state: ChainState): Steps<void> {
    const { chain, pool } = this.#parts;
    yield;
    while (!pool.isSettled) yield pool.settled();
    const work = this.#select(state, false);
    for (let step = work.next(); chain.state === state; step = work.next()) {
      if (step.done) return this.#replace(step.value);
      yield;
    }
  }

  #replace(selected: Selected): void {
    const wasPreliminary = this.#selected?.isPreliminary;
    this.#selected = selected;
    if (wasPreliminary) for (const listener of this.#listeners) listener();
  }
}

/** Parents come before their children, so this is complete. */
const beginningOf = ({ transactions, v2Transactions }: Selection): Selection => ({
  transactions: transactions.slice(0, SELECTED_AT_ONCE),
  v2Transactions: v2Transactions.slice(0, Math.max(0, SELECTED_AT_ONCE - transactions.length))
});
