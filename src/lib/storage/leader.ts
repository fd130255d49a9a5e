interface Work {
  /** Ends the wait. */
  readonly signal: AbortSignal;
  /** Called when another tab has the lock. */
  readonly onwait?: () => void;
  readonly run: () => Promise<void>;
}

/**
 * Runs the work in one tab at a time: in the one that holds this Web Lock, which the browser frees however the tab
 * ends. Where the browser has no locks every tab runs it.
 */
export async function holdAlone(locks: LockManager | undefined, name: string, work: Work): Promise<void> {
  const { signal, onwait, run } = work;
  if (locks === undefined) return run();
  const isFree = await locks.request(name, { ifAvailable: true }, async (lock) => {
    if (lock && !signal.aborted) await run();
    return lock !== null;
  });
  if (isFree || signal.aborted) return;
  onwait?.();
  try {
    await locks.request(name, { signal }, run);
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
