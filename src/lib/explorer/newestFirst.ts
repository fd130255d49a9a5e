import { RepeatedPagesError } from '$lib/api/wallet-server/unsuitableServer';
import type { WalletEvent } from '$lib/wallet/sync/walletEvent';

/** Consecutive pages without a new event; some are legitimate, as events of unknown types are left out. */
const MAX_STALE_PAGES = 100;
/** Servers reduce larger limits to their maximum, so that such a page would look like the last one. */
export const SERVER_PAGE = 200;

/**
 * Reorders by block a list that servers return by maturity, latest first: otherwise a payout would precede a later
 * payment because it matures later. Nothing matures before its block, so unread events are no newer than the earliest
 * maturity read so far.
 * @param read events from an offset on; fewer than `limit` only at the end
 * @returns the next events, newest first; fewer than requested only at the end
 * @throws {RepeatedPagesError} from the returned function: the server repeats pages, whatever the offset
 */
export function newestFirst(
  read: (offset: number, limit: number) => Promise<{ readonly count: number; readonly events: readonly WalletEvent[] }>
): (limit: number) => Promise<readonly WalletEvent[]> {
  let offset = 0;
  let ended = false;
  let unread = Infinity;
  let waiting: readonly WalletEvent[] = [];
  const seen = new Set<WalletEvent['id']>();
  let stalePages = 0;
  const known = () => waiting.filter(({ index }) => ended || index.height >= unread);
  return async (limit) => {
    while (!ended && known().length < limit) {
      const asked = Math.min(limit, SERVER_PAGE);
      const { count, events } = await read(offset, asked);
      offset += count;
      ended = count < asked;
      unread = events.at(-1)?.maturityHeight ?? unread;
      // A new event moves the later ones to the next page, where they appear again.
      const fresh = events.filter(({ id }) => !seen.has(id));
      for (const { id } of fresh) seen.add(id);
      stalePages = fresh.length > 0 ? 0 : stalePages + 1;
      if (stalePages > MAX_STALE_PAGES) throw new RepeatedPagesError();
      waiting = [...waiting, ...fresh].sort((a, b) => b.index.height - a.index.height);
    }
    const next = known().slice(0, limit);
    waiting = waiting.slice(next.length);
    return next;
  };
}
