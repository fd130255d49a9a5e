import type { FollowedSend } from '../wallet/views';
import type { Notice } from './notices';

interface SendingWallet {
  readonly id: string;
  readonly name: string;
  readonly sends: readonly FollowedSend[];
}

/** Maximum number of dropped payments that are remembered as reported. */
export const MAX_KNOWN_DROPS = 200;

/** Begins the keys of a wallet's payments. */
export const dropPrefix = (walletId: string): string => `${walletId} `;

/**
 * Sent payments that were dropped since: each is reported once for every time that it was sent.
 * @param known keys of those already reported @returns the notices, and the keys to remember
 */
export function droppedNotices(
  { id, name, sends }: SendingWallet,
  known: readonly string[],
  nowMs: number
): { readonly notices: readonly Notice[]; readonly known: readonly string[] } {
  const dropped = sends.filter(({ follow }) => follow.state === 'dropped');
  const keys = dropped
    .map((sent) => `${dropPrefix(id)}${sent.id} ${sent.sentAtMs}`)
    .filter((key) => !known.includes(key));
  const notice = {
    kind: 'payment-dropped',
    group: id,
    atMs: nowMs,
    count: 1,
    text: name,
    href: `/wallet/${id}/send`
  } as const;
  return { notices: keys.map(() => notice), known: [...known, ...keys].slice(-MAX_KNOWN_DROPS) };
}
