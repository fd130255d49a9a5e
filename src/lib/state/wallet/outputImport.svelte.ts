import type { AppError } from '$lib/errors';
import type { OtherServer } from '$lib/services/otherServers';
import type { ImportResult, ImportStep } from '$lib/services/wallet/sync/importOutputs';
import { Attempt } from '../reactive/attempt.svelte';
import type { WalletState } from './wallet.svelte';

/** What came of one server. */
export interface ServerResult extends ImportResult {
  readonly name: string;
}

/** An import of outputs from other servers, one after another, as a dialog shows it. */
export class OutputImport {
  /** What the import under way does. */
  step = $state.raw<ImportStep>();
  /** Of the servers that were asked, the newest last. */
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

  /** Why the last server was of no use. */
  get problem(): AppError | undefined {
    return this.#attempt.problem;
  }

  /** Asks a server, unless one is being asked. */
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

  /** Stops asking; what is stored stays. */
  stop(): void {
    this.#abort?.abort();
  }
}
