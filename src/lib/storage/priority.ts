import { sleep } from '$lib/async/sleep';

const LOCK = 'quarry:priority';
const LOOK_AGAIN_MS = 100;

/**
 * Runs work that the user is waiting for, while background work in all tabs and workers pauses. If locks are
 * unsupported or blocked, both run concurrently.
 */
export function prioritize<T>(locks: LockManager | undefined, work: () => Promise<T>): Promise<T> {
  const done = work();
  const settled = done.then(
    () => undefined,
    () => undefined
  );
  locks?.request(LOCK, { mode: 'shared' }, () => settled).catch(() => undefined);
  return done;
}

/** Resolves when no tab runs prioritized work, or when the signal aborts. */
export async function waitForPriority(locks: LockManager | undefined, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && (await isTaken(locks))) await sleep(LOOK_AGAIN_MS, signal);
}

const isTaken = async (locks: LockManager | undefined): Promise<boolean> => {
  try {
    return (await locks?.request(LOCK, { ifAvailable: true }, (lock) => lock === null)) ?? false;
  } catch {
    return false;
  }
};
