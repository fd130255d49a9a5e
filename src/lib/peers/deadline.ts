import type { Scheduler } from '$lib/async/scheduler';
import { PeerError } from './errors';

/** The part of the scheduler that deadlines need. */
export type Timers = Pick<Scheduler, 'sleep'>;

/**
 * Runs the work with a deadline. When it passes, `abandon` must make the work fail by closing whatever it waits for;
 * the failure is then reported as a timeout.
 * @throws {PeerError} `peers/timeout`
 */
export async function withDeadline<T>(
  timers: Timers,
  ms: number,
  abandon: () => void,
  work: () => Promise<T>
): Promise<T> {
  const finished = new AbortController();
  let isLate = false;
  void timers.sleep(ms, finished.signal).then(() => {
    if (finished.signal.aborted) return;
    isLate = true;
    abandon();
  });
  try {
    return await work();
  } catch (cause) {
    if (isLate) throw new PeerError('peers/timeout', `no result after ${ms} ms`, { cause });
    throw cause;
  } finally {
    // Without a reason, every call would create a DOMException with a stack trace.
    finished.abort(null);
  }
}
