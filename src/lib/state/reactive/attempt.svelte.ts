import { toAppError, type AppError } from '$lib/errors';

/** A user's asynchronous operation that may be refused. The last error stays visible. */
export class Attempt {
  busy = $state(false);
  /** Error of the last run; cleared by the next. */
  problem = $state.raw<AppError>();
  /** Progress of the running call, 0 to 1, if it reports any. */
  share = $state<number>();
  /** Replaced when the outcomes of running calls are no longer shown. */
  #shown = {};
  #running = 0;

  /**
   * Runs the call unless another is running.
   * @param call its argument reports progress, 0 to 1
   * @returns whether it succeeded
   */
  async run(call: (onProgress: (share: number) => void) => Promise<unknown>): Promise<boolean> {
    return this.#running === 0 && this.runConcurrently(call);
  }

  /** Like `run`, but also while others are running: for changes that each count, such as the labels of two rows. */
  async runConcurrently(call: (onProgress: (share: number) => void) => Promise<unknown>): Promise<boolean> {
    const shown = this.#shown;
    const isShown = () => shown === this.#shown;
    this.#running++;
    this.busy = true;
    this.problem = undefined;
    try {
      await call((share) => isShown() && (this.share = share));
      return true;
    } catch (error) {
      if (isShown()) this.problem = toAppError(error);
      return false;
    } finally {
      if (isShown()) {
        this.busy = --this.#running > 0;
        this.share = undefined;
      }
    }
  }

  /** Clears the outcome, also that of calls that are still running: their form was closed or opened for something else. */
  forget(): void {
    this.#shown = {};
    this.#running = 0;
    this.busy = false;
    this.problem = this.share = undefined;
  }
}
