import type { Address } from '$lib/chain/address';
import type { TransactionId } from '$lib/chain/ids';
import type { SpendSummary } from '$lib/wallet/transfer/summarize';
import type { HandedOver } from '../records';

/** They are stored in the wallet's row, which every page reads. */
const MAX_PAYMENTS = 50;
/** Of all payments together; the newest is stored whole. */
const MAX_RECIPIENTS = 2_000;
const KEPT_MS = 90 * 24 * 60 * 60 * 1000;

/** What the review of a payment has named. */
export const handedOver = ({ id, recipients }: SpendSummary, atMs: number): HandedOver => ({
  id,
  atMs,
  recipients: recipients.flatMap(({ address, contact }) => (contact === undefined ? [] : [{ address, name: contact }]))
});

/**
 * Adds a payment, or replaces it, and drops those that are too old or too many.
 * @param stored newest first
 * @param blockMs median time of the last blocks, milliseconds since 1970: the clock may be wrong, and what is dropped is
 *   gone
 */
export function withHandedOver(
  stored: readonly HandedOver[] | undefined,
  next: HandedOver,
  blockMs: number
): readonly HandedOver[] {
  const nowMs = Math.min(next.atMs, blockMs);
  const others = paymentsOf(stored).filter(({ id, atMs }) => id !== next.id && nowMs <= atMs + KEPT_MS);
  let room = MAX_RECIPIENTS;
  return (next.recipients.length > 0 ? [next, ...others] : others)
    .slice(0, MAX_PAYMENTS)
    .filter(({ recipients }, i) => (room -= recipients.length) >= 0 || i === 0);
}

/**
 * The summary with the names that a review has shown before the payment was handed over, for `hasNewWarnings`.
 * @param wallets all wallets of the browser: a shared wallet's payment may return to another one
 * @returns undefined if none is known
 */
export function asHandedOver(
  summary: SpendSummary,
  wallets: readonly { readonly handedOver?: readonly HandedOver[] }[]
): SpendSummary | undefined {
  const known = wallets
    .flatMap((wallet) => paymentsOf(wallet.handedOver))
    .filter(({ id }) => id === summary.id)
    .toSorted((a, b) => b.atMs - a.atMs)[0];
  if (!known) return undefined;
  const names = new Map<Address, string>(known.recipients.map(({ address, name }) => [address, name]));
  const recipients = summary.recipients.map((output) => ({ ...output, contact: names.get(output.address) }));
  return { ...summary, recipients };
}

/**
 * Whether a payment left the browser of which nothing was seen since.
 * @param isSeen whether it was sent from here, or is in the wallet's history
 */
export async function isAnyAway(
  { handedOver: stored }: { readonly handedOver?: readonly HandedOver[] },
  isSeen: (id: TransactionId) => Promise<boolean>
): Promise<boolean> {
  for (const { id } of paymentsOf(stored)) if (!(await isSeen(id))) return true;
  return false;
}

/** A damaged record must not prevent paying. */
const paymentsOf = (stored: unknown): readonly HandedOver[] =>
  Array.isArray(stored) ? stored.filter((payment) => Array.isArray(payment?.recipients)) : [];
