import { systemScheduler } from '$lib/async/scheduler';
import type { ChainIndex } from '$lib/chain/element/elements';

/** Resolves with the tip once it differs from `known`; rejects when the node is unreachable. */
export type NextTip = (known: ChainIndex | undefined, signal: AbortSignal) => Promise<ChainIndex>;

const POLL_MS = 40;
/** Maximum share of time that a remote server is busy with our requests. */
const MAX_DUTY_CYCLE = 0.2;

/**
 * Polls a server that has no events.
 * @param onNewBlock subscribes to events after which the tip must have changed, so that it is read at once
 */
export function fromPolling(
  readTip: (signal: AbortSignal) => Promise<ChainIndex>,
  pollMs = POLL_MS,
  onNewBlock?: (listener: () => void) => () => void
): NextTip {
  return async (known, signal) => {
    for (;;) {
      const askedAtMs = performance.now();
      const tip = await readTip(signal);
      if (tip.id !== known?.id) return tip;
      const tookMs = performance.now() - askedAtMs;
      const woken = new AbortController();
      const forget = onNewBlock?.(() => woken.abort());
      const pauseMs = Math.max(pollMs, tookMs / MAX_DUTY_CYCLE);
      await systemScheduler.sleep(pauseMs, forget ? AbortSignal.any([signal, woken.signal]) : signal);
      forget?.();
      signal.throwIfAborted();
    }
  };
}

/** Reads the tip once, then follows events. */
export function fromEvents(
  getTip: () => ChainIndex,
  onTip: (listener: (tip: ChainIndex) => void) => () => void
): NextTip {
  return (known, signal) =>
    new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason as Error);
      const tip = getTip();
      if (tip.id !== known?.id) return resolve(tip);
      const end = () => {
        forget();
        signal.removeEventListener('abort', end);
        reject(signal.reason as Error);
      };
      const forget = onTip((next) => {
        if (next.id === known.id) return;
        forget();
        signal.removeEventListener('abort', end);
        resolve(next);
      });
      signal.addEventListener('abort', end);
    });
}
