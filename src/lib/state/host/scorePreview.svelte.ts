import { untrack } from 'svelte';
import {
  settingsParameters,
  type HostClient,
  type HostInternalSettings,
  type ScoreEstimate
} from '$lib/api/daemon/host';
import { toAppError, type AppError } from '$lib/errors';

/** Debounce time after input. */
const DEBOUNCE_MS = 350;

/** The host's current score, and the score with the edited settings. */
export class ScorePreview {
  /** With the saved settings. */
  current = $state.raw<ScoreEstimate>();
  /** With the edited settings; undefined without valid changes. */
  edited = $state.raw<ScoreEstimate>();
  /** Why the last estimate failed. Saving does not depend on it. */
  problem = $state.raw<AppError>();
  asking = $state(false);

  readonly #host: Pick<HostClient, 'estimateScore'>;
  readonly #debounceMs: number;
  #running: AbortController | undefined;

  constructor(host: Pick<HostClient, 'estimateScore'>, debounceMs = DEBOUNCE_MS) {
    this.#host = host;
    this.#debounceMs = debounceMs;
  }

  /**
   * Estimates the score with these changes, after the debounce time. Cancels the previous estimate.
   * @param changes undefined while the input is invalid
   */
  ask(changes: Partial<HostInternalSettings> | undefined): void {
    this.stop();
    const running = new AbortController();
    this.#running = running;
    this.asking = true;
    // Untracked: otherwise an effect that calls this would rerun after every response.
    const waitMs = untrack(() => this.current) ? this.#debounceMs : 0;
    const timer = setTimeout(() => void this.#estimate(changes, running.signal), waitMs);
    running.signal.addEventListener('abort', () => clearTimeout(timer));
  }

  /** Cancels a pending estimate. */
  stop(): void {
    this.#running?.abort();
    this.asking = false;
  }

  async #estimate(changes: Partial<HostInternalSettings> | undefined, signal: AbortSignal): Promise<void> {
    try {
      const asIs = this.#host.estimateScore({}, { signal });
      const isChanged = changes !== undefined && Object.keys(changes).length > 0;
      const changed = isChanged
        ? this.#host.estimateScore({ query: settingsParameters(changes) }, { signal })
        : undefined;
      const [now, then] = await Promise.all([asIs, changed]);
      signal.throwIfAborted();
      this.current = now;
      this.edited = then;
      this.problem = undefined;
    } catch (error) {
      if (signal.aborted) return;
      this.edited = undefined;
      this.problem = toAppError(error);
    }
    this.asking = false;
  }
}
