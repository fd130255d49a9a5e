import type { Daemon } from '$lib/api/daemon/client';
import type { MinerStatus } from '$lib/api/daemon/miner';
import { toAppError, type AppError } from '$lib/errors';
import { Attempt } from '../reactive/attempt.svelte';
import { pollWhileVisible, Live } from '../reactive/live.svelte';

const EVERY_MS = 2_000;

/** The daemon's single-threaded CPU miner: it runs on the node's computer, independently of this page. */
export class NodeMiner {
  readonly status: Live<MinerStatus>;
  /** A start or stop is in progress. */
  changing = $state(false);
  /** Why the last start or stop failed. */
  problem = $state.raw<AppError>();

  /** Submission of a block solved elsewhere. */
  readonly submission = new Attempt();

  readonly #daemon: Pick<Daemon, 'miner'>;

  constructor(daemon: Pick<Daemon, 'miner'>) {
    this.#daemon = daemon;
    this.status = new Live((signal) => daemon.miner.status({}, { signal }));
  }

  /** Polls while the page is visible. @returns the stop function */
  follow(): () => void {
    return pollWhileVisible([this.status], EVERY_MS);
  }

  start(): Promise<void> {
    return this.#change(() => this.#daemon.miner.start());
  }

  stop(): Promise<void> {
    return this.#change(() => this.#daemon.miner.stop());
  }

  /**
   * Submits a solved block in its binary encoding.
   * @returns whether the node accepted it; if not, the error is in the attempt's `problem`
   */
  async submitBlock(block: Uint8Array): Promise<boolean> {
    const taken = await this.submission.run(() => this.#daemon.miner.submitBlock({ body: block }));
    if (taken) await this.status.refreshAnew();
    return taken;
  }

  async #change(call: () => Promise<void>): Promise<void> {
    if (this.changing) return;
    this.changing = true;
    this.problem = undefined;
    try {
      await call();
      await this.status.refreshAnew();
    } catch (error) {
      this.problem = toAppError(error);
    } finally {
      this.changing = false;
    }
  }
}
