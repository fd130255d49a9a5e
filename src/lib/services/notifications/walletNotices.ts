import type { Height } from '$lib/chain/time';
import { isConfirmed, kindOfEvent, type WalletEvent } from '$lib/wallet/sync/walletEvent';
import type { Notice, NoticeKind } from './notices';

/** State of a wallet at the last check. */
export interface SeenWallet {
  readonly height: Height;
  /**
   * Ids of past payments, oldest first, then of the unconfirmed ones: after a reload the pool is unknown for a moment,
   * and after a reorganization a payment is in it again.
   */
  readonly waiting: readonly string[];
  /**
   * Ids of payments that were reported as confirmed, oldest first: after a reorganization they are confirmed again, at
   * any height. Missing in what earlier versions stored.
   */
  readonly confirmed?: readonly string[];
}

export interface WalletLook {
  readonly id: string;
  readonly name: string;
  readonly tipHeight: Height;
  readonly unconfirmed: readonly WalletEvent[];
  /** Confirmed events, newest first; read only as far as needed. */
  readonly events: AsyncIterable<WalletEvent>;
  /** Ids of sent payments that were dropped: once sent again, they are confirmed anew. */
  readonly dropped: readonly string[];
}

/** Maximum number of past payments that are remembered. */
export const MAX_PAST = 200;
/** Longest time to maturity on any known network, in blocks. */
const MATURITY_BLOCKS = 144;

/**
 * What happened in a wallet since the last check: payments received, confirmed or not; payments in either direction
 * confirmed; coins matured. The first check only records the wallet's state.
 */
export async function walletNotices(
  { id, name, tipHeight, unconfirmed, events, dropped }: WalletLook,
  seen: SeenWallet | undefined,
  nowMs: number
): Promise<{ readonly notices: readonly Notice[]; readonly seen: SeenWallet }> {
  const waiting = unconfirmed.filter(isPayment).map((event) => event.id as string);
  const reported = seen?.confirmed?.filter((each) => !dropped.includes(each));
  const confirmed: string[] = [];
  const seenNow = (): SeenWallet => {
    const newest = confirmed.toReversed();
    const past = [...(seen?.waiting ?? []), ...newest].filter((each) => !waiting.includes(each));
    // After a reorganization the height may be lower for a while; nothing may be reported twice.
    const height = Math.max(tipHeight, seen?.height ?? 0);
    return {
      height,
      waiting: [...new Set(past)].slice(-MAX_PAST).concat(waiting),
      confirmed: (reported ? [...reported, ...newest] : past).slice(-MAX_PAST)
    };
  };
  if (seen === undefined) return { notices: [], seen: seenNow() };
  const notices: Notice[] = [];
  const tell = (kind: NoticeKind, { coins, index }: WalletEvent) =>
    notices.push({
      kind,
      group: id,
      atMs: nowMs,
      count: 1,
      coins,
      text: name,
      href: `/wallet/${id}`,
      height: index.height
    });
  const isNew = (event: WalletEvent) => !seen.waiting.includes(event.id);
  for (const event of unconfirmed) if (isReceived(event) && isNew(event)) tell('payment-received', event);
  // Without a new block there are no new events.
  if (tipHeight <= seen.height) return { notices, seen: seenNow() };
  for await (const event of events) {
    const { height } = event.index;
    if (height <= seen.height - MATURITY_BLOCKS) break;
    const wasPending = reported !== undefined && !isNew(event);
    const isDue = !reported?.includes(event.id) && (height > seen.height || wasPending);
    if (isDue && isConfirmed(event) && isPayment(event)) {
      if (isReceived(event) && isNew(event)) tell('payment-received', event);
      tell('payment-confirmed', event);
      confirmed.push(event.id);
    }
    // Coins from payments are spendable at once; only rewards and payouts mature.
    if (!isPayment(event) && event.maturityHeight > seen.height && event.maturityHeight <= tipHeight)
      tell('coins-matured', event);
  }
  return { notices, seen: seenNow() };
}

const isPayment = ({ type }: WalletEvent): boolean => type === 'transaction';
const isReceived = (event: WalletEvent): boolean => kindOfEvent(event) === 'received';
