import { toAppError, type AppError } from '$lib/errors';
import { EngineFailedError, EngineSilentError, FaultyEngineError, NoEngineError } from '../errors';
import type { EngineKind, Grinder } from '../grinder/grinder';
import type { Scheduler } from '$lib/async/scheduler';

interface ChoiceOptions {
  /** Engines to try, best first. */
  readonly engines: readonly EngineKind[];
  readonly openGrinder: (kind: EngineKind) => Promise<Grinder>;
  readonly scheduler: Scheduler;
  readonly signal: AbortSignal;
}

/** `cause`: the error for which the previous engine was replaced. */
export interface OpenedEngine {
  readonly grinder: Grinder;
  readonly cause?: AppError;
}

/**
 * A reset graphics driver or a resumed laptop recovers soon; an engine that keeps failing is retried less and less
 * often.
 */
const RETRY_FIRST_MS = 60_000;
const MAX_BACKOFF_MS = 3_600_000;

/** The engines of a session: the one in use, those excluded after a failure, and when these are retried. */
export class EngineChoice {
  readonly #options: ChoiceOptions;
  readonly #excluded = new Map<EngineKind, { retryAtMs: number; waitMs: number }>();
  /** Engines that were restarted after their workers stopped responding. */
  readonly #restarted = new Set<EngineKind>();
  #current: Grinder | undefined;

  constructor(options: ChoiceOptions) {
    this.#options = options;
  }

  /**
   * Opens the best engine that is not excluded.
   * @throws {NoEngineError} none is left
   */
  async open(replaced?: AppError): Promise<OpenedEngine> {
    let cause = replaced;
    for (const kind of this.#options.engines) {
      if (this.#excluded.has(kind)) continue;
      try {
        const grinder = (this.#current = await this.#openOne(kind));
        return cause === undefined ? { grinder } : { grinder, cause };
      } catch (error) {
        this.#options.signal.throwIfAborted();
        cause = toAppError(error);
        // An engine that cannot be opened is not retried.
        this.#exclude(kind, Infinity);
      }
    }
    throw new NoEngineError({ cause });
  }

  /**
   * Excludes the engine in use and opens the next. If its workers stopped responding, it is first restarted, once:
   * browsers terminate workers without an error when memory is low.
   * @throws {NoEngineError} none is left
   */
  async replace(error: AppError): Promise<OpenedEngine> {
    const { kind, label } = this.#current!.info;
    this.close();
    const failed = new EngineFailedError(label, error);
    if (error instanceof EngineSilentError && !this.#restarted.has(kind)) {
      this.#restarted.add(kind);
      return this.open(failed);
    }
    // An engine with wrong results is never used again.
    const waitMs = 2 * (this.#excluded.get(kind)?.waitMs ?? RETRY_FIRST_MS / 2);
    this.#exclude(kind, error instanceof FaultyEngineError ? Infinity : waitMs);
    return this.open(failed);
  }

  /** Opens a better engine than the one in use, if an excluded one is due for a retry. */
  async openBetter(): Promise<OpenedEngine | undefined> {
    const { engines, scheduler, signal } = this.#options;
    for (const kind of engines) {
      if (kind === this.#current?.info.kind) return undefined;
      const exclusion = this.#excluded.get(kind);
      if (exclusion === undefined || exclusion.retryAtMs > scheduler.now()) continue;
      try {
        const grinder = await this.#openOne(kind);
        this.#current?.close();
        this.#current = grinder;
        return { grinder };
      } catch {
        signal.throwIfAborted();
        this.#exclude(kind, 2 * exclusion.waitMs);
      }
    }
    return undefined;
  }

  close(): void {
    this.#current?.close();
    this.#current = undefined;
  }

  #exclude(kind: EngineKind, wantedMs: number): void {
    const waitMs = wantedMs === Infinity ? Infinity : Math.min(wantedMs, MAX_BACKOFF_MS);
    this.#excluded.set(kind, { retryAtMs: this.#options.scheduler.now() + waitMs, waitMs });
  }

  /** Opens an engine; rejects as soon as the signal aborts, because compiling for a GPU can take long. */
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
