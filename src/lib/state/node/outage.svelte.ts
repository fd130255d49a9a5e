import { UnreachableError } from '$lib/api/http/errors';
import type { AppError } from '$lib/errors';
import { Backoff } from '$lib/async/retry';
import { holdPolling } from '../reactive/live.svelte';
import type { NodeStatus } from './nodeStatus.svelte';

const FIRST_MS = 1_000;
const MAX_MS = 15_000;

/** Errors that any request may fail with while the node is unreachable. */
const COMMON: ReadonlySet<string> = new Set(['api/unreachable', 'api/connection-closed', 'api/timeout']);

interface OutageDeps {
  readonly nodeStatus: Pick<NodeStatus, 'state' | 'consensus'>;
  readonly nowMs: () => number;
  readonly random?: () => number;
}

/** While the node is unreachable: the reason, and a single request retried with backoff in place of all polling. */
export class Outage {
  /** Time of the next attempt, milliseconds since 1970; undefined during an attempt. */
  nextAtMs = $state<number>();

  readonly #deps: OutageDeps;
  #retryNow = () => {};

  constructor(deps: OutageDeps) {
    this.#deps = deps;
  }

  /** Why the node is unreachable; undefined while it responds. */
  get problem(): AppError | undefined {
    const { state, consensus } = this.#deps.nodeStatus;
    return state === 'unreachable' ? consensus.problem : undefined;
  }

  /** Quarry's own server is unreachable; if false, it responded that the node is. */
  get isServerGone(): boolean {
    const { problem } = this;
    // A failed request of the page has a cause; an error reported by the server has none.
    return problem instanceof UnreachableError ? problem.cause !== undefined : problem?.code === 'api/server-error';
  }

  /** The banner already reports this error. */
  covers(error: AppError): boolean {
    return this.problem !== undefined && (COMMON.has(error.code) || error.code === this.problem.code);
  }

  retryNow(): void {
    this.#retryNow();
  }

  /**
   * Retries with backoff until stopped, and immediately when the device comes online or the page becomes visible;
   * pauses while the page is hidden. Holds all other polling.
   * @returns the stop function
   */
  retry(): () => void {
    const { nodeStatus, nowMs, random } = this.#deps;
    const stop = new AbortController();
    const { signal } = stop;
    const release = holdPolling();
    const backoff = new Backoff(FIRST_MS, MAX_MS, random);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const plan = () => {
      if (signal.aborted) return;
      const delayMs = backoff.next();
      this.nextAtMs = nowMs() + delayMs;
      timer = setTimeout(attempt, delayMs);
    };
    const attempt = () => {
      clearTimeout(timer);
      if (document.visibilityState !== 'visible') return;
      this.nextAtMs = undefined;
      void nodeStatus.consensus.refresh(signal).then(plan);
    };
    this.#retryNow = () => {
      backoff.reset();
      attempt();
    };
    addEventListener('online', this.#retryNow, { signal });
    document.addEventListener('visibilitychange', this.#retryNow, { signal });
    plan();
    return () => {
      release();
      clearTimeout(timer);
      stop.abort();
      this.#retryNow = () => {};
      this.nextAtMs = undefined;
    };
  }
}
