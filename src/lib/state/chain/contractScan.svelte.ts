import type { WalletServer } from '$lib/api/wallet-server/client';
import type { FileContractId } from '$lib/chain/ids';
import type { Height } from '$lib/chain/time';
import { toAppError, type AppError } from '$lib/errors';
import { contractHistory, type ContractStep } from '$lib/explorer/contractHistory';

/** Searches the chain for the history of one contract. */
export class ContractScan {
  /** Newest first. */
  steps = $state.raw<readonly ContractStep[]>([]);
  state = $state<'idle' | 'looking' | 'canceled' | 'done'>('idle');
  problem = $state.raw<AppError>();
  /** The lowest height searched, and the height where the search began. */
  reached = $state<Height>();
  from = $state<Height>();

  readonly #wallet: WalletServer;
  readonly #id: FileContractId;
  #abort: AbortController | undefined;

  constructor(wallet: WalletServer, id: FileContractId) {
    this.#wallet = wallet;
    this.#id = id;
  }

  async look(): Promise<void> {
    this.cancel();
    const { signal } = (this.#abort = new AbortController());
    this.steps = [];
    this.problem = this.reached = undefined;
    this.state = 'looking';
    try {
      for await (const { tip, reached, steps } of contractHistory(this.#wallet, this.#id, signal)) {
        signal.throwIfAborted();
        this.from = tip;
        this.reached = reached;
        this.steps = [...this.steps, ...steps];
      }
      this.state = 'done';
    } catch (error) {
      if (signal.aborted) return;
      this.problem = toAppError(error);
      this.state = 'canceled';
    }
  }

  /** Results so far stay. */
  cancel(): void {
    this.#abort?.abort();
    if (this.state === 'looking') this.state = 'canceled';
  }
}
