import type { WalletEvent } from '$lib/wallet/sync/walletEvent';

/**
 * Reorders by block a list that servers return by maturity, latest first: otherwise a payout would precede a later
 * payment because it matures later. Nothing matures before its block, so unread events are no newer than the earliest
 * maturity read so far.
 * @param read events from an offset on; fewer than `limit` only at the end
 * @returns the next events, newest first; fewer than requested only at the end
 */
export function newestFirst(
  read: (offset: number, limit: number) => Promise<{ readonly count: number; readonly events: readonly WalletEvent[] }>
): (limit: number) => Promise<readonly WalletEvent[]> {
  let offset = 0;
  let ended = false;
  let unread = Infinity;
  let waiting: readonly WalletEvent[] = [];
  const known = () => waiting.filter(({ index }) => ended || index.height >= unread);
  return async (limit) => {
    while (!ended && known().length < limit) {
      const { count, events } = await read(offset, limit);
      offset += count;
      ended = count < limit;
      unread = events.at(-1)?.maturityHeight ?? unread;
      waiting = [...waiting, ...events].sort((a, b) => b.index.height - a.index.height);
    }
    const next = known().slice(0, limit);
    waiting = waiting.slice(next.length);
    return next;
  };
}
