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
  readonly nowMs: () => number;
}

const POLL_MS = 500;
/** A connection may fail for other reasons; a stopped node fails repeatedly. */
const MISSES = 2;
/** Errors of the stop call when the node ends before its response arrives. */
const GONE_MIDWAY = ['api/unreachable', 'api/connection-closed'];

/**
 * Stops the node. The call returns at once and the node ends some seconds later, so this waits until it no longer
 * responds. The stop is remembered in this browser until the node responds again, so that pages can explain the outage.
 */
export class Shutdown {
  status = $state.raw<ShutdownStatus>({ step: 'running' });
  /** When it ended, milliseconds since 1970. */
  readonly #stoppedMs = new Persisted<number | null>('node.stoppedMs', null, (stored) =>
    typeof stored === 'number' ? stored : undefined
  );
  readonly #deps: ShutdownDeps;

  constructor(deps: ShutdownDeps) {
    this.#deps = deps;
    if (this.isStopped) this.status = { step: 'stopped' };
  }

  /** Stopped by the user. */
  get isStopped(): boolean {
    return this.#stoppedMs.value !== null;
  }

  /** Stops the node and waits until it is down; a refusal is in `status`. */
  async stop(): Promise<void> {
    if (this.status.step === 'stopping') return;
    const { daemon, nowMs } = this.#deps;
    this.status = { step: 'stopping', sinceMs: nowMs() };
    try {
      await daemon.daemon.stop();
    } catch (error) {
      const problem = toAppError(error);
      if (!this.#isGone(problem) && !GONE_MIDWAY.includes(problem.code)) {
        this.status = { step: 'running', problem };
        return;
      }
    }
    await this.#untilGone();
    this.#stoppedMs.value = nowMs();
    this.status = { step: 'stopped' };
  }

  /** The node responded at this time, so it is running. */
  answered(atMs: number): void {
    const stoppedMs = this.#stoppedMs.value;
    if (stoppedMs === null || atMs <= stoppedMs) return;
    this.#stoppedMs.value = null;
    this.status = { step: 'running' };
  }

  async #untilGone(): Promise<void> {
    for (let misses = 0; misses < MISSES;) {
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      try {
        await this.#deps.daemon.daemon.version();
        misses = 0;
      } catch (error) {
        misses = this.#isGone(toAppError(error)) ? misses + 1 : 0;
      }
    }
  }

  #isGone({ code }: AppError): boolean {
    return code === (this.#deps.embedded ? 'api/stopped' : 'api/unreachable');
  }
}
