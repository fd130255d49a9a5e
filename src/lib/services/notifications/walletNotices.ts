import type { Height } from '$lib/chain/time';
import { isConfirmed, kindOfEvent, type WalletEvent } from '$lib/wallet/sync/walletEvent';
import type { Notice, NoticeKind } from './notices';

/** A payment received lately, as it was last seen. */
export interface ReceivedPayment {
  readonly id: string;
  /** As decimal text. */
  readonly coins: string;
  /** Undefined while unconfirmed. */
  readonly height?: Height;
  /** For how many blocks it has been missing. */
  readonly missing?: number;
}

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
  /** Received payments that a reorganization or a double spend may still undo, oldest first. */
  readonly received?: readonly ReceivedPayment[];
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
  /** At the server's tip: an event that is missing is not merely yet to be read. */
  readonly isCurrent: boolean;
}

/** Maximum number of past payments that are remembered. */
export const MAX_PAST = 200;
/** Longest time to maturity on any known network, in blocks. */
const MATURITY_BLOCKS = 144;
/** The pool is read a moment after a block: a payment that is missing in the block may be in it. */
const MISSING_BLOCKS = 2;

/**
 * What happened in a wallet since the last check: payments received, confirmed or not; payments in either direction
 * confirmed; received ones that vanished; coins matured. The first check only records the wallet's state.
 */
export async function walletNotices(
  { id, name, tipHeight, unconfirmed, events, dropped, isCurrent }: WalletLook,
  seen: SeenWallet | undefined,
  nowMs: number
): Promise<{ readonly notices: readonly Notice[]; readonly seen: SeenWallet }> {
  const waiting = unconfirmed.filter(isPayment).map((event) => event.id as string);
  const reported = seen?.confirmed?.filter((each) => !dropped.includes(each));
  const confirmed: string[] = [];
  const present = new Map<string, WalletEvent>(unconfirmed.filter(isReceived).map((event) => [event.id, event]));
  let received = seen?.received ?? [];
  let gone: readonly ReceivedPayment[] = [];
  const seenNow = (): SeenWallet => {
    const newest = confirmed.toReversed();
    const isGone = (each: string) => gone.some((payment) => payment.id === each);
    const past = [...(seen?.waiting ?? []), ...newest].filter((each) => !waiting.includes(each) && !isGone(each));
    // After a reorganization the height may be lower for a while; nothing may be reported twice.
    const height = Math.max(tipHeight, seen?.height ?? 0);
    const known = reported ? [...reported, ...newest].filter((each) => !isGone(each)) : past;
    return {
      height,
      waiting: [...new Set(past)].slice(-MAX_PAST).concat(waiting),
      confirmed: known.slice(-MAX_PAST),
      received: withPresent(received, present).slice(-MAX_PAST)
    };
  };
  if (seen === undefined) return { notices: [], seen: seenNow() };
  const notices: Notice[] = [];
  const tell = (kind: NoticeKind, coins: bigint, height?: Height) =>
    notices.push({ kind, group: id, atMs: nowMs, count: 1, coins, text: name, href: `/wallet/${id}`, height });
  const tellOf = (kind: NoticeKind, { coins, index }: WalletEvent) => tell(kind, coins, index.height);
  const isNew = (event: WalletEvent) => !seen.waiting.includes(event.id);
  for (const event of unconfirmed) if (isReceived(event) && isNew(event)) tellOf('payment-received', event);
  // Without a new block there are no new events.
  if (tipHeight <= seen.height) return { notices, seen: seenNow() };
  const deep = seen.height - MATURITY_BLOCKS;
  for await (const event of events) {
    const { height } = event.index;
    if (height <= deep) break;
    if (isReceived(event)) present.set(event.id, event);
    const wasPending = reported !== undefined && !isNew(event);
    const isDue = !reported?.includes(event.id) && (height > seen.height || wasPending);
    if (isDue && isConfirmed(event) && isPayment(event)) {
      if (isReceived(event) && isNew(event)) tellOf('payment-received', event);
      tellOf('payment-confirmed', event);
      confirmed.push(event.id);
    }
    // Coins from payments are spendable at once; only rewards and payouts mature.
    if (!isPayment(event) && event.maturityHeight > seen.height && event.maturityHeight <= tipHeight)
      tellOf('coins-matured', event);
  }
  if (isCurrent) {
    const missing = received.flatMap(({ missing: blocks = 0, ...payment }) =>
      present.has(payment.id) || (payment.height ?? tipHeight) <= deep ? [] : { ...payment, missing: blocks + 1 }
    );
    gone = missing.filter((payment) => payment.missing >= MISSING_BLOCKS);
    received = missing.filter((payment) => payment.missing < MISSING_BLOCKS);
    for (const { coins } of gone) tell('payment-dropped', BigInt(coins));
  }
  return { notices, seen: seenNow() };
}

/** Those that are there count as seen now. @param present newest first */
function withPresent(
  received: readonly ReceivedPayment[],
  present: ReadonlyMap<string, WalletEvent>
): readonly ReceivedPayment[] {
  const seenNow = Array.from(present, ([id, event]) => ({
    id,
    coins: event.coins.toString(),
    ...(isConfirmed(event) && { height: event.index.height })
  }));
  return [...received.filter(({ id }) => !present.has(id)), ...seenNow.reverse()];
}

const isPayment = ({ type }: WalletEvent): boolean => type === 'transaction';
const isReceived = (event: WalletEvent): boolean => kindOfEvent(event) === 'received';
