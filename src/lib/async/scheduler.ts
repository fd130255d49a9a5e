import { sleep } from './sleep';

/** Clock and timers as an argument; tests pass a simulated one. */
export interface Scheduler {
  /** Milliseconds since 1970, never going back; the same scale in a page and in its workers. */
  now(): number;
  /** Yields to the event loop: queued messages are delivered before it resolves. */
  yield(): Promise<void>;
  /** Resolves after `ms`, or as soon as the signal aborts. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

/** Resolves after every task already queued has run. No timer: hidden tabs throttle timers to one a second. */
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

// Not Date.now(): setting the system clock must not change measured durations.
const now = (): number => performance.timeOrigin + performance.now();

export const systemScheduler: Scheduler = { now, yield: yieldToEventLoop, sleep };
