import type { AppError } from '$lib/errors';
import type { OtherServer } from '$lib/services/otherServers';
import type { ImportResult, ImportStep } from '$lib/services/wallet/sync/importOutputs';
import { Attempt } from '../reactive/attempt.svelte';
import type { WalletState } from './wallet.svelte';

/** Result of an import from one server. */
export interface ServerResult extends ImportResult {
  readonly name: string;
}

/** Imports outputs from other servers, one at a time, for display in a dialog. */
export class OutputImport {
  /** Current step of the running import. */
  step = $state.raw<ImportStep>();
  /** Completed imports, newest last. */
  results = $state.raw<readonly ServerResult[]>([]);

  readonly #wallet: Pick<WalletState, 'importFrom'>;
  readonly #attempt = new Attempt();
  #abort: AbortController | undefined;

  constructor(wallet: Pick<WalletState, 'importFrom'>) {
    this.#wallet = wallet;
  }

  get busy(): boolean {
    return this.#attempt.busy;
  }

  /** Why the last import failed. */
  get problem(): AppError | undefined {
    return this.#attempt.problem;
  }

  /** Imports from a server, unless an import is already running. */
  async start(server: OtherServer): Promise<void> {
    const abort = new AbortController();
    const isDone = await this.#attempt.run(async () => {
      this.#abort = abort;
      const importing = this.#wallet.importFrom(server, abort.signal);
      let next = await importing.next();
      for (; !next.done; next = await importing.next()) this.step = next.value;
      this.results = [...this.results, { ...next.value, name: server.name }];
    });
    if (!isDone && abort.signal.aborted) this.#attempt.forget();
    if (this.#abort === abort) this.step = undefined;
  }

  /** Stops the import; what has been stored is kept. */
  stop(): void {
    this.#abort?.abort();
  }
}
