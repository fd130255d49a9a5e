import {
  settingsParameters,
  type HostClient,
  type HostInternalSettings,
  type ScoreEstimate
} from '$lib/api/daemon/host';
import { toAppError, type AppError } from '$lib/errors';

/** Typing goes on within this time; the daemon is asked only after it. */
const SETTLE_MS = 350;

/** What the host's score is now, and what it would be with the changes that are being typed. */
export class ScorePreview {
  /** With the settings as they are. */
  now = $state.raw<ScoreEstimate>();
  /** With the changes; undefined while there are none, or none that can be asked about. */
  then = $state.raw<ScoreEstimate>();
  /** Why the latest question has no answer. Saving does not depend on it. */
  problem = $state.raw<AppError>();
  asking = $state(false);

  readonly #host: Pick<HostClient, 'estimateScore'>;
  readonly #settleMs: number;
  #running: AbortController | undefined;

  constructor(host: Pick<HostClient, 'estimateScore'>, settleMs = SETTLE_MS) {
    this.#host = host;
    this.#settleMs = settleMs;
  }

  /**
   * Asks for the score with these changes, once they have stood for a moment. What was asked before is given up: its
   * answer would be about something else.
   * @param changes undefined while what is typed cannot be sent
   */
  ask(changes: Partial<HostInternalSettings> | undefined): void {
    this.stop();
    const running = new AbortController();
    this.#running = running;
    this.asking = true;
    const timer = setTimeout(() => void this.#estimate(changes, running.signal), this.now ? this.#settleMs : 0);
    running.signal.addEventListener('abort', () => clearTimeout(timer));
  }

  /** Gives up what is asked. */
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
      this.now = now;
      this.then = then;
      this.problem = undefined;
    } catch (error) {
      if (signal.aborted) return;
      this.then = undefined;
      this.problem = toAppError(error);
    }
    this.asking = false;
  }
}
