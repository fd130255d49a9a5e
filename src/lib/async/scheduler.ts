import { sleep } from './sleep';

/** Clock and timers, injected so that tests can simulate them. */
export interface Scheduler {
  /** Milliseconds since 1970, monotonic; the same scale in a page and in its workers. */
  now(): number;
  /** Yields to the event loop: queued messages are delivered before it resolves. */
  yield(): Promise<void>;
  /** Resolves after `ms`, or as soon as the signal aborts. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

/** Resolves after every task already queued has run. Not a timer: hidden tabs throttle timers to one per second. */
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

// Not Date.now(): system clock changes must not affect measured durations.
const now = (): number => performance.timeOrigin + performance.now();

export const systemScheduler: Scheduler = { now, yield: yieldToEventLoop, sleep };
