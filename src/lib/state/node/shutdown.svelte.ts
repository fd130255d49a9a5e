import type { Daemon } from '$lib/api/daemon/client';
import { toAppError, type AppError } from '$lib/errors';
import { Persisted } from '../reactive/persisted.svelte';

type ShutdownStatus =
  | { readonly step: 'running'; readonly problem?: AppError }
  /** A stop was requested; the node still responds, or has not responded yet. */
  | { readonly step: 'stopping'; readonly sinceMs: number }
  | { readonly step: 'stopped' };

interface ShutdownDeps {
  readonly daemon: Pick<Daemon, 'daemon'>;
  /** The node is part of Quarry's server, which reports its end. */
  readonly embedded: boolean;
  /** Id of the connection to the node: others are not stopped with it. */
  readonly connection: string;
  readonly nowMs: () => number;
}

/**
 * Stops the node and records this in the browser until the node responds again, so that pages can explain the outage.
 */
export class Shutdown {
  /** Also changes when another tab stops the node, or receives a response from it again. */
  readonly status: ShutdownStatus = $derived.by(() => (this.isStopped ? { step: 'stopped' } : this.#own));
  #own = $state.raw<Exclude<ShutdownStatus, { step: 'stopped' }>>({ step: 'running' });
  /** When the node stopped, milliseconds since 1970. */
  readonly #stoppedMs: Persisted<number | null>;
  readonly #deps: ShutdownDeps;

  constructor(deps: ShutdownDeps) {
    this.#deps = deps;
    this.#stoppedMs = new Persisted<number | null>(`node.stoppedMs:${deps.connection}`, null, (stored) =>
      typeof stored === 'number' ? stored : undefined
    );
  }

  /** Stopped by the user. */
  get isStopped(): boolean {
    return this.#stoppedMs.value !== null;
  }

  /** Stops the node and waits until it is down; a refusal is in `status`. */
  async stop(): Promise<void> {
    if (this.#own.step === 'stopping') return;
    const { nowMs } = this.#deps;
    this.#own = { step: 'stopping', sinceMs: nowMs() };
    try {
      const { stopNode } = await import('$lib/services/node/stopNode');
      await stopNode(this.#deps);
    } catch (error) {
      this.#own = { step: 'running', problem: toAppError(error) };
      return;
    }
    this.#stoppedMs.value = nowMs();
    this.#own = { step: 'running' };
  }

  /** The node responded at this time, so it is running. */
  answered(atMs: number): void {
    const stoppedMs = this.#stoppedMs.value;
    if (stoppedMs === null || atMs <= stoppedMs) return;
    this.#stoppedMs.value = null;
  }
}
