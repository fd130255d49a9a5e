import type { Daemon } from '$lib/api/daemon/client';
import type { MinerStatus } from '$lib/api/daemon/miner';
import { toAppError, type AppError } from '$lib/errors';
import { Attempt } from '../reactive/attempt.svelte';
import { pollWhileVisible, Live } from '../reactive/live.svelte';

const EVERY_MS = 2_000;

/** The daemon's single-threaded CPU miner: it runs on the node's computer, with or without this page. */
export class NodeMiner {
  readonly status: Live<MinerStatus>;
  /** A start or stop is under way. */
  changing = $state(false);
  /** Why the latest start or stop failed. */
  problem = $state.raw<AppError>();

  /** Handing in a block that was solved elsewhere. */
  readonly handingIn = new Attempt();

  readonly #daemon: Pick<Daemon, 'miner'>;

  constructor(daemon: Pick<Daemon, 'miner'>) {
    this.#daemon = daemon;
    this.status = new Live((signal) => daemon.miner.status({}, { signal }));
  }

  /** Keeps the status fresh while the page is looked at; returns what ends that. */
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
   * Hands in a whole block in its binary encoding.
   * @returns whether the node took it; if not, `handingIn` says why
   */
  async handIn(block: Uint8Array): Promise<boolean> {
    const taken = await this.handingIn.run(() => this.#daemon.miner.submitBlock({ body: block }));
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
