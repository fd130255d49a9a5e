import { toAppError, type AppError } from '$lib/errors';

/** A user's asynchronous operation that may be refused. One runs at a time; the last error stays visible. */
export class Attempt {
  busy = $state(false);
  /** Error of the last run; cleared by the next. */
  problem = $state.raw<AppError>();

  /** Runs the call unless another is running. @returns whether it succeeded */
  async run(call: () => Promise<unknown>): Promise<boolean> {
    if (this.busy) return false;
    this.busy = true;
    this.problem = undefined;
    try {
      await call();
      return true;
    } catch (error) {
      this.problem = toAppError(error);
      return false;
    } finally {
      this.busy = false;
    }
  }

  /** Clears the error. */
  forget(): void {
    this.problem = undefined;
  }
}
