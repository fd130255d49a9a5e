import { toAppError, type AppError } from '$lib/errors';

/** Something a person asked for that takes a while and may be refused. One at a time; the latest refusal stays to be read. */
export class Attempt {
  busy = $state(false);
  /** Why the latest one was refused; gone with the next. */
  problem = $state.raw<AppError>();

  /** Does it, unless one is under way. @returns whether it was done */
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

  /** Forgets the refusal: another thing is asked for. */
  forget(): void {
    this.problem = undefined;
  }
}
