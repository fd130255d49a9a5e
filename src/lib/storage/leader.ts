import type { LeaderWork } from '$lib/services/ports';

/**
 * Runs the work in one tab at a time: the one that holds this Web Lock, which the browser releases however the tab
 * ends. If locks are unsupported or blocked, every tab runs it.
 */
export async function runExclusively(locks: LockManager | undefined, name: string, work: LeaderWork): Promise<void> {
  const { signal, onwait } = work;
  let isRunning = false;
  const run = async () => {
    isRunning = true;
    if (!signal.aborted) await work.run();
  };
  if (locks === undefined) return run();
  try {
    const isFree = await locks.request(name, { ifAvailable: true }, async (lock) => {
      if (lock) await run();
      return lock !== null;
    });
    if (isFree || signal.aborted) return;
    onwait?.();
    await locks.request(name, { signal }, run);
  } catch (error) {
    if (isRunning) throw error;
    if (!signal.aborted) await run();
  }
}
