import type { ChainIndex } from '$lib/chain/element/elements';
import type { TransactionId } from '$lib/chain/ids';
import { confirmationsOf, type WalletEvent } from '$lib/wallet/sync/walletEvent';
import { spentIds } from '$lib/wallet/transfer/transfer';
import type { SendRow } from '../records';
import type { FollowedSend, FollowState } from '../views';

/** Buried deeply enough to be forgotten: only the history keeps it. */
const BURIED = 10;

/** What waited in the pool, and when it was read. */
export interface PoolReading {
  readonly events: readonly WalletEvent[];
  /** Milliseconds since 1970. */
  readonly atMs: number;
}

/** What is known of the chain when sends are looked for. */
export interface SendSightings {
  /** Up to which the history is known. */
  readonly tip: ChainIndex | undefined;
  /** Undefined when the pool was not read. */
  readonly pool: PoolReading | undefined;
}

/**
 * What became of a send.
 * @param event of the wallet's history, when a block has it
 * @param known what was known before
 */
export function followSend(
  { id, atMs }: Pick<SendRow, 'id' | 'atMs'>,
  event: WalletEvent | undefined,
  { tip, pool }: SendSightings,
  known: FollowState | undefined
): FollowState {
  if (event && tip) {
    return { state: 'confirmed', confirmations: confirmationsOf(event, tip.height), index: event.index };
  }
  const wasLookedFor = pool !== undefined && pool.atMs > atMs;
  // Not seen since: what is known stays, except that a reorganisation took it out of its block.
  if (!wasLookedFor) return known?.state === 'dropped' ? known : { state: 'pool' };
  return pool.events.some((waiting) => (waiting.id as string) === id) ? { state: 'pool' } : { state: 'dropped' };
}

export const isBuried = (follow: FollowState): boolean => follow.state === 'confirmed' && follow.confirmations > BURIED;

/** Outputs that sends in the pool spend. */
export function spentBySends(rows: readonly SendRow[], list: readonly FollowedSend[]): ReadonlySet<string> {
  const waiting = new Set<TransactionId>(list.filter(({ follow }) => follow.state === 'pool').map(({ id }) => id));
  return new Set(rows.filter(({ id }) => waiting.has(id)).flatMap(({ transfer }) => [...spentIds(transfer)]));
}
