import { TIP_SILENCE_MS } from '$lib/api/quarry/tips';
import { chainIndex } from '$lib/api/schemas/scalars';
import { encodeJson } from '$lib/api/schemas/codec';
import type { ChainIndex } from '$lib/chain/element/elements';
import { stringifyJson } from '$lib/codec/json';
import { systemScheduler } from '$lib/async/scheduler';

/** Resolves with the tip once it differs from `known`; rejects when the node is unreachable. */
export type NextTip = (known: ChainIndex | undefined, signal: AbortSignal) => Promise<ChainIndex>;

const POLL_MS = 40;
/** Maximum share of time that a remote server is busy with our requests. */
const MAX_DUTY_CYCLE = 0.2;

/** Polls a server that has no events. */
export function fromPolling(readTip: (signal: AbortSignal) => Promise<ChainIndex>, pollMs = POLL_MS): NextTip {
  return async (known, signal) => {
    for (;;) {
      const askedAtMs = performance.now();
      const tip = await readTip(signal);
      if (tip.id !== known?.id) return tip;
      const tookMs = performance.now() - askedAtMs;
      await systemScheduler.sleep(Math.max(pollMs, tookMs / MAX_DUTY_CYCLE), signal);
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

/** Tips that come faster are skipped: only the newest is the tip. */
const MIN_INTERVAL_MS = 25;

/**
 * The tips as the lines of `GET /tips/:service`; ends when the node becomes unreachable. Nothing is asked or queued for
 * a client that does not read.
 * @param ended of the session that asked
 */
export function tipStream(
  nextTip: NextTip,
  ended?: AbortSignal,
  silenceMs = TIP_SILENCE_MS / 2
): ReadableStream<Uint8Array> {
  const closing = new AbortController();
  const encoder = new TextEncoder();
  let known: ChainIndex | undefined;
  let pending: Promise<ChainIndex> | undefined;
  const end = () => closing.abort();
  ended?.addEventListener('abort', end);
  return new ReadableStream({
    async pull(controller) {
      try {
        if (ended?.aborted) return controller.close();
        pending ??= nextTip(known, closing.signal);
        const tip = await withinMs(silenceMs, pending);
        if (tip === undefined) return controller.enqueue(encoder.encode('\n'));
        pending = undefined;
        known = tip;
        controller.enqueue(encoder.encode(`${stringifyJson(encodeJson(chainIndex, tip))}\n`));
        await systemScheduler.sleep(MIN_INTERVAL_MS, closing.signal);
      } catch (error) {
        ended?.removeEventListener('abort', end);
        if (ended?.aborted) controller.close();
        else if (!closing.signal.aborted) controller.error(error);
      }
    },
    cancel() {
      ended?.removeEventListener('abort', end);
      closing.abort();
    }
  });
}

/** The result, or undefined when it takes longer. */
async function withinMs<T>(ms: number, result: Promise<T>): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) => (timer = setTimeout(resolve, ms, undefined)));
  try {
    return await Promise.race([result, late]);
  } finally {
    clearTimeout(timer);
  }
}
