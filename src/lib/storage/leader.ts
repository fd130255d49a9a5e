import { sleep } from '$lib/async/sleep';
import type { LeaderWork } from '$lib/services/ports';

/** How often a tab whose results are lost looks whether another waits. */
const CHECK_WAITING_MS = 5_000;

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
    running = signal.aborted ? Promise.resolve() : work.run(signal);
    const left = Promise.withResolvers<void>();
    const leave = () => left.resolve();
    if (alone.aborted) leave();
    alone.addEventListener('abort', leave);
    await Promise.race([running, left.promise]).finally(() => alone.removeEventListener('abort', leave));
  };
  if (locks === undefined || alone.aborted) return work.run(signal);
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
    if (!signal.aborted) return work.run(signal);
  }
  // After it has released the lock.
  await running;
}

/**
 * The same for work that is done once for all tabs, such as notifications. A tab that becomes alone, where the results
 * would be lost with the tab, runs it only while no other tab waits to.
 */
export async function runUnlessAlone(
  locks: LockManager | undefined,
  name: string,
  work: LeaderWork,
  alone: AbortSignal
): Promise<void> {
  const { signal } = work;
  const sharing = AbortSignal.any([signal, alone]);
  if (!alone.aborted) await runExclusively(locks, name, { ...work, signal: sharing });
  if (signal.aborted || !alone.aborted) return;
  // One such tab at a time: two would yield to each other.
  const run = async () => {
    for (let isWanted = true; isWanted && !signal.aborted;) {
      await runExclusively(locks, name, {
        ...work,
        run: async () => void (isWanted = await runUntilWanted(locks, name, work))
      });
    }
  };
  await runExclusively(locks, `${name}:alone`, { ...work, run });
}

/** @returns whether it has ended because another tab waits for the lock */
async function runUntilWanted(locks: LockManager | undefined, name: string, work: LeaderWork): Promise<boolean> {
  const wanted = new AbortController();
  const until = AbortSignal.any([work.signal, wanted.signal]);
  const ended = new AbortController();
  void abortOnceWaitedFor(locks, name, wanted, AbortSignal.any([until, ended.signal]));
  try {
    // Awaited from the start: a failure is then never unhandled.
    await work.run(until);
  } finally {
    ended.abort();
  }
  return wanted.signal.aborted;
}

/** Aborts once another tab waits for the lock. Never rejects. */
async function abortOnceWaitedFor(
  locks: LockManager | undefined,
  name: string,
  wanted: AbortController,
  isOver: AbortSignal
): Promise<void> {
  while (!isOver.aborted) {
    await sleep(CHECK_WAITING_MS, isOver);
    if (!isOver.aborted && (await isWaitedFor(locks, name))) wanted.abort();
  }
}

/** Whether another tab waits for the lock. */
export const isWaitedFor = async (locks: LockManager | undefined, name: string): Promise<boolean> => {
  const { pending = [] } = (await locks?.query().catch(() => undefined)) ?? {};
  return pending.some((request) => request.name === name);
};
