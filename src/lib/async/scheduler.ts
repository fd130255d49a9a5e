import { sleep } from './sleep';

/** Time as the grinders see it; tests bring their own. */
export interface Scheduler {
  /** Milliseconds of a steady clock. */
  now(): number;
  /** Lets the event loop run: messages that wait are delivered before it resolves. */
  yield(): Promise<void>;
  /** Resolves after `ms`, or as soon as the signal aborts. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

/** Resolves once every task that already waits has run. No timer, which a hidden tab would slow to one a second. */
function yieldToEventLoop(): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(undefined);
  });
}

export const systemScheduler: Scheduler = { now: () => performance.now(), yield: yieldToEventLoop, sleep };
