import type { Height } from '$lib/chain/time';
import { isConfirmed, kindOfEvent, type WalletEvent } from '$lib/wallet/sync/walletEvent';
import type { Notice, NoticeKind } from './notices';

/** What was already looked at in a wallet. */
export interface SeenWallet {
  readonly height: Height;
  /** Ids of the unconfirmed payments. */
  readonly waiting: readonly string[];
}

export interface WalletLook {
  readonly id: string;
  readonly name: string;
  readonly tipHeight: Height;
  readonly unconfirmed: readonly WalletEvent[];
  /** Confirmed ones, newest first; read only as far as needed. */
  readonly events: AsyncIterable<WalletEvent>;
}

/** No known network lets coins mature later than this many blocks after they were created. */
const MATURITY_BLOCKS = 144;

/**
 * What happened in a wallet since it was last looked at: payments received, also while they wait for a block; payments
 * confirmed either way; coins matured. The first look only notes where it stands.
 */
export async function walletNotices(
  { id, name, tipHeight, unconfirmed, events }: WalletLook,
  seen: SeenWallet | undefined,
  nowMs: number
): Promise<{ readonly notices: readonly Notice[]; readonly seen: SeenWallet }> {
  const waiting = unconfirmed.filter(isPayment).map((event) => event.id as string);
  // After a reorganisation the height may fall for a while: nothing is told twice.
  const next = { height: Math.max(tipHeight, seen?.height ?? 0), waiting };
  if (seen === undefined) return { notices: [], seen: next };
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
  // Without a new block, they tell nothing new.
  if (tipHeight <= seen.height) return { notices, seen: next };
  for await (const event of events) {
    const { height } = event.index;
    if (height <= seen.height - MATURITY_BLOCKS) break;
    if (height > seen.height && isConfirmed(event) && isPayment(event)) {
      if (isReceived(event) && isNew(event)) tell('payment-received', event);
      tell('payment-confirmed', event);
    }
    // Coins of payments can be spent at once; what matures are rewards and payouts.
    if (!isPayment(event) && event.maturityHeight > seen.height && event.maturityHeight <= tipHeight)
      tell('coins-matured', event);
  }
  return { notices, seen: next };
}

const isPayment = ({ type }: WalletEvent): boolean => type === 'transaction';
const isReceived = (event: WalletEvent): boolean => kindOfEvent(event) === 'received';
