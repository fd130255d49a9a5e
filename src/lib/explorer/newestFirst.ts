import type { WalletEvent } from '$lib/wallet/sync/walletEvent';

/**
 * Reads a list that servers order by maturity, latest first, in the order in which it happened: a payout from an earlier
 * block does not stand above a later payment because it matures later. As nothing matures before its block, what is
 * still unread is no newer than the earliest maturity that was read.
 * @param read events from an offset on; fewer than `limit` only at the end
 * @returns the next events, newest first; fewer than asked for only at the end
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
