import type { InboxEntry } from '$lib/services/notifications/notices';
import { formatCount } from '../format';
import { formatAmount } from '../quantities/amounts';
import { alertMessage } from '../severity';
import { m } from './notifications';

/** Title and details of a notice; the catalog of notifications must be loaded. */
export function noticeText({ kind, count, coins, height, text }: InboxEntry): { title: string; body: string } {
  const title = m.titles[kind](count);
  if (kind === 'node-unreachable') return { title, body: m.details.unreachable };
  if (kind === 'tip-stale') return { title, body: m.details.stale(formatCount(height ?? 0)) };
  const parts = [
    coins === undefined ? '' : formatAmount(coins),
    kind === 'alert' ? alertMessage(text ?? '').text : (text ?? ''),
    height === undefined ? '' : m.details.height(formatCount(height)),
    // Of a sent one, the wallet's page says what to do.
    kind === 'payment-dropped' && coins !== undefined ? m.details.receivedDropped : ''
  ];
  return { title, body: parts.filter((part) => part !== '').join(' · ') };
}
