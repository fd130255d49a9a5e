import type { ChainIndex } from '$lib/chain/element/elements';
import type { NextTip } from './tipStream';

interface Reader {
  readonly known: ChainIndex | undefined;
  resolve(tip: ChainIndex): void;
  reject(error: unknown): void;
}

/** A stream asks for its next tip right after the last one; until then the follower goes on. */
const LINGER_MS = 1000;

/**
 * One follower of a node for any number of readers: the node is asked as often for 500 streams as for one, and not at
 * all once the last one has gone.
 * @param onIdle called when nobody reads any more
 */
export function shareTips(nextTip: NextTip, onIdle: () => void = () => {}, lingerMs = LINGER_MS): NextTip {
  const readers = new Set<Reader>();
  let following: AbortController | undefined;
  let lingering: ReturnType<typeof setTimeout> | undefined;
  /** The tip while following. */
  let tip: ChainIndex | undefined;
  let wake = () => {};

  function stop(): void {
    following?.abort();
    following = undefined;
    tip = undefined;
    wake();
    onIdle();
  }

  function remove(reader: Reader): void {
    readers.delete(reader);
    if (readers.size === 0) lingering = setTimeout(stop, lingerMs);
  }

  async function follow(run: AbortController): Promise<void> {
    try {
      for (;;) {
        const next = await nextTip(tip, run.signal);
        if (run.signal.aborted) return;
        tip = next;
        for (const reader of readers) if (reader.known?.id !== next.id) reader.resolve(next);
        // Nothing is asked while every stream is still busy with the last tip.
        if (readers.size === 0) await new Promise<void>((resolve) => (wake = resolve));
        if (run.signal.aborted) return;
      }
    } catch (error) {
      if (following !== run) return;
      clearTimeout(lingering);
      stop();
      for (const reader of readers) reader.reject(error);
    }
  }

  return (known, signal) => {
    if (signal.aborted) return Promise.reject(signal.reason as Error);
    // At most as old as streams may be busy.
    if (tip !== undefined && tip.id !== known?.id) return Promise.resolve(tip);
    clearTimeout(lingering);
    if (following === undefined) void follow((following = new AbortController()));
    return new Promise((resolve, reject) => {
      const end = () => {
        signal.removeEventListener('abort', abort);
        remove(reader);
      };
      const abort = () => reader.reject(signal.reason);
      const reader: Reader = {
        known,
        resolve: (next) => {
          end();
          resolve(next);
        },
        reject: (error) => {
          end();
          reject(error as Error);
        }
      };
      readers.add(reader);
      wake();
      signal.addEventListener('abort', abort);
    });
  };
}
