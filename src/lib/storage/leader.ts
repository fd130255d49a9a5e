import type { LeaderWork } from '$lib/services/ports';

/**
 * Runs the work in one tab at a time: the one that holds this Web Lock, which the browser releases however the tab
 * ends. If locks are unsupported or blocked, every tab runs it.
 * @param alone aborts when this tab can neither share its results nor read those of others: from then on it runs the
 * work without the lock
 */
export async function runExclusively(
  locks: LockManager | undefined,
  name: string,
  work: LeaderWork,
  alone: AbortSignal = new AbortController().signal
): Promise<void> {
  const { signal, onwait } = work;
  let running: Promise<void> | undefined;
  const run = async (): Promise<void> => {
    running = signal.aborted ? Promise.resolve() : work.run();
    const left = Promise.withResolvers<void>();
    const leave = () => left.resolve();
    if (alone.aborted) leave();
    alone.addEventListener('abort', leave);
    await Promise.race([running, left.promise]).finally(() => alone.removeEventListener('abort', leave));
  };
  if (locks === undefined || alone.aborted) return work.run();
  try {
    const isFree = await locks.request(name, { ifAvailable: true }, async (lock) => {
      if (lock) await run();
      return lock !== null;
    });
    if (!isFree && !signal.aborted) {
      onwait?.();
      await locks.request(name, { signal: AbortSignal.any([signal, alone]) }, run);
    }
  } catch (error) {
    if (running !== undefined) throw error;
    if (!signal.aborted) return work.run();
  }
  // After it has released the lock.
  await running;
}
