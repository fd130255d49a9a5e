import { toAppError, type AppError } from '$lib/errors';

/** A user's asynchronous operation that may be refused. One runs at a time; the last error stays visible. */
export class Attempt {
  busy = $state(false);
  /** Error of the last run; cleared by the next. */
  problem = $state.raw<AppError>();
  /** The run whose outcome is shown. */
  #shown: object | undefined;

  /** Runs the call unless another is running. @returns whether it succeeded */
  async run(call: () => Promise<unknown>): Promise<boolean> {
    if (this.busy) return false;
    const run = (this.#shown = {});
    this.busy = true;
    this.problem = undefined;
    try {
      await call();
      return true;
    } catch (error) {
      if (this.#shown === run) this.problem = toAppError(error);
      return false;
    } finally {
      if (this.#shown === run) this.busy = false;
    }
  }

  /** Clears the outcome, also that of a call that is still running: its form was closed or opened for something else. */
  forget(): void {
    this.#shown = undefined;
    this.busy = false;
    this.problem = undefined;
  }
}
