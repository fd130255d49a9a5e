import { toAppError, type AppError } from '$lib/errors';
import { EngineFailedError, FaultyEngineError, NoEngineError } from '../errors';
import type { EngineKind, Grinder } from '../grinder/grinder';
import type { Scheduler } from '$lib/async/scheduler';

interface ChoiceOptions {
  /** Engines to try, best first. */
  readonly engines: readonly EngineKind[];
  readonly openGrinder: (kind: EngineKind) => Promise<Grinder>;
  readonly scheduler: Scheduler;
  readonly signal: AbortSignal;
}

/** Now open; `replaced` tells why the engine before it was given up. */
export interface OpenedEngine {
  readonly grinder: Grinder;
  readonly replaced?: AppError;
}

/** A graphics driver that was reset, or a laptop that slept, is well again soon; one that keeps failing is left alone. */
const RETRY_FIRST_MS = 60_000;
const MAX_BACKOFF_MS = 3_600_000;

/** The engines of a session: which one works, which are given up, and when one of these gets another chance. */
export class EngineChoice {
  readonly #options: ChoiceOptions;
  readonly #givenUp = new Map<EngineKind, { retryAtMs: number; waitMs: number }>();
  #current: Grinder | undefined;

  constructor(options: ChoiceOptions) {
    this.#options = options;
  }

  /**
   * Opens the best engine that is not given up.
   * @throws {NoEngineError} when none is left
   */
  async open(cause?: AppError): Promise<OpenedEngine> {
    let replaced = cause;
    for (const kind of this.#options.engines) {
      if (this.#givenUp.has(kind)) continue;
      try {
        const grinder = (this.#current = await this.#openOne(kind));
        return replaced === undefined ? { grinder } : { grinder, replaced };
      } catch (error) {
        this.#options.signal.throwIfAborted();
        replaced = toAppError(error);
        // What never worked here is not asked again.
        this.#giveUp(kind, Infinity);
      }
    }
    throw new NoEngineError({ cause: replaced });
  }

  /** Gives the present engine up and opens the next. @throws {NoEngineError} when none is left */
  async replace(error: AppError): Promise<OpenedEngine> {
    const { kind, label } = this.#current!.info;
    this.close();
    // One that computes wrongly is not trusted a second time.
    const waitMs = 2 * (this.#givenUp.get(kind)?.waitMs ?? RETRY_FIRST_MS / 2);
    this.#giveUp(kind, error instanceof FaultyEngineError ? Infinity : waitMs);
    return this.open(new EngineFailedError(label, error));
  }

  /** Opens a better engine than the present one if one that broke is due for another try. */
  async openBetter(): Promise<OpenedEngine | undefined> {
    const { engines, scheduler, signal } = this.#options;
    for (const kind of engines) {
      if (kind === this.#current?.info.kind) return undefined;
      const given = this.#givenUp.get(kind);
      if (given === undefined || given.retryAtMs > scheduler.now()) continue;
      try {
        const grinder = await this.#openOne(kind);
        this.#current?.close();
        this.#current = grinder;
        return { grinder };
      } catch {
        signal.throwIfAborted();
        this.#giveUp(kind, 2 * given.waitMs);
      }
    }
    return undefined;
  }

  close(): void {
    this.#current?.close();
    this.#current = undefined;
  }

  #giveUp(kind: EngineKind, wantedMs: number): void {
    const waitMs = wantedMs === Infinity ? Infinity : Math.min(wantedMs, MAX_BACKOFF_MS);
    this.#givenUp.set(kind, { retryAtMs: this.#options.scheduler.now() + waitMs, waitMs });
  }

  /** Opens an engine, or gives up waiting as soon as the signal aborts: compiling for a GPU can take long. */
  #openOne(kind: EngineKind): Promise<Grinder> {
    const { openGrinder, signal } = this.#options;
    return new Promise((resolve, reject) => {
      const onAbort = () => reject(signal.reason as Error);
      if (signal.aborted) return onAbort();
      signal.addEventListener('abort', onAbort);
      openGrinder(kind)
        .then((grinder) => (signal.aborted ? grinder.close() : resolve(grinder)), reject)
        .finally(() => signal.removeEventListener('abort', onAbort));
    });
  }
}
