import { chainIndex } from '$lib/api/schemas/scalars';
import { decodeJson, encodeJson } from '$lib/api/schemas/codec';
import type { ChainIndex } from '$lib/chain/element/elements';
import { parseJson, stringifyJson } from '$lib/codec/json';
import type { NextTip } from '../tips/nextTip';
import type { Lease } from './lease';

/**
 * Tips of a server that one cluster member follows on behalf of all.
 * @param alone follows the server directly; used while this member leads, and without a broker
 */
export function clusterTips(lease: Lease, alone: NextTip): NextTip {
  let read: { text: string; tip: ChainIndex } | undefined;

  /** The tip that the leader published; the same object for all readers, so that it is encoded once. */
  function publishedTip(): ChainIndex | undefined {
    const text = lease.value;
    if (text === undefined) return undefined;
    if (read?.text !== text) read = { text, tip: decodeJson(chainIndex, parseJson(text)) };
    return read.tip;
  }

  const isListener = (): boolean => lease.role === 'listener';

  return async (known, signal) => {
    for (;;) {
      signal.throwIfAborted();
      if (isListener()) {
        const tip = publishedTip();
        if (tip !== undefined && tip.id !== known?.id) return tip;
        await change(lease, signal, () => true);
        continue;
      }
      const demoted = new AbortController();
      const waiting = new AbortController();
      void change(lease, waiting.signal, isListener).then(() => demoted.abort());
      try {
        const tip = await alone(known, AbortSignal.any([signal, demoted.signal]));
        lease.publish(stringifyJson(encodeJson(chainIndex, tip)));
        return tip;
      } catch (error) {
        if (signal.aborted || !isListener()) throw error;
      } finally {
        waiting.abort();
      }
    }
  };
}

/** Resolves with the next change that counts, or when the signal aborts. @param signal not aborted yet */
function change(lease: Lease, signal: AbortSignal, counts: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      forget();
      signal.removeEventListener('abort', end);
      resolve();
    };
    const forget = lease.onChange(() => counts() && end());
    signal.addEventListener('abort', end);
  });
}
