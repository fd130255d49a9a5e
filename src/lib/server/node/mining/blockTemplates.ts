import type { Address } from '$lib/chain/address';
import type { ChainState } from '$lib/chain/block/state';
import { unixSeconds } from '$lib/chain/time';
import { generationAt, type Generation } from '$lib/chain/transaction/generation';
import { EMPTY_TRANSACTION } from '$lib/chain/transaction/transaction';
import { EMPTY_V2_TRANSACTION } from '$lib/chain/transaction/v2Transaction';
import { selectTransactions, type Selection } from '$lib/mining/work/selectTransactions';
import { assembleTemplate, type Template } from '$lib/mining/work/template';
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

interface Selected extends Selection {
  readonly state: ChainState;
  readonly poolVersion: number;
  /** From a part of the pool; see {@link BlockTemplates.isPreliminary}. */
  readonly isPreliminary: boolean;
  /** A changed pool is not selected from before this time. */
  readonly restsUntilMs: number;
}

export interface BlockTemplatesParts {
  readonly chain: Pick<ChainManager, 'network' | 'state'>;
  readonly pool: Pick<TransactionPool, 'version' | 'isSettled' | 'transactions' | 'v2Transactions'>;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  /** Monotonic clock, milliseconds. */
  readonly now: () => number;
}

/**
 * Unsolved blocks on the tip. Selecting their transactions from a full pool takes seconds, so all miners share the
 * selection, and it follows changes of the pool only as often as it can.
 */
export class BlockTemplates {
  readonly #parts: BlockTemplatesParts;
  #selected: Selected | undefined;

  constructor(parts: BlockTemplatesParts) {
    this.#parts = parts;
  }

  /** Changes with the tip and with the transactions to choose from. */
  get id(): string {
    const { state, poolVersion } = this.#current();
    return state.index.id.slice(0, 24) + poolVersion.toString(16).padStart(8, '0').slice(-8);
  }

  /** Whether transactions are missing, because the pool has not validated them on the new tip yet. */
  get isPreliminary(): boolean {
    return !this.#parts.pool.isSettled;
  }

  /** @param mark of at most {@link MARK_BYTES}; see {@link assembleTemplate} */
  create(payoutAddress: Address, mark?: Uint8Array): Template {
    const { chain, clock } = this.#parts;
    const { state, transactions, v2Transactions } = this.#current();
    const content = { network: chain.network, state, transactions, v2Transactions };
    return assembleTemplate(content, payoutAddress, unixSeconds(Math.floor(clock() / 1000)), mark);
  }

  #current(): Selected {
    const { chain, pool, now } = this.#parts;
    const { state } = chain;
    const { version: poolVersion } = pool;
    const last = this.#selected;
    const startedMs = now();
    const { isPreliminary } = this;
    const rests = startedMs < (last?.restsUntilMs ?? 0) && (isPreliminary || !last?.isPreliminary);
    if (last?.state === state && (last.poolVersion === poolVersion || rests)) return last;
    const { transactions, v2Transactions } = pool;
    const selection = selectTransactions(
      { transactions: [...transactions], v2Transactions: [...v2Transactions] },
      RESERVED[generationAt(chain.network, state.index.height)],
      undefined
    );
    const endedMs = now();
    return (this.#selected = {
      ...selection,
      state,
      poolVersion,
      isPreliminary,
      restsUntilMs: endedMs + REST * (endedMs - startedMs)
    });
  }
}
