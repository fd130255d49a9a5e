import type { ChainIndex } from '$lib/chain/element/elements';
import type { TransactionId } from '$lib/chain/ids';
import { confirmationsOf, type WalletEvent } from '$lib/wallet/sync/walletEvent';
import { spentIds, type Transfer } from '$lib/wallet/transfer/transfer';
import type { SendRow } from '../records';
import type { FollowedSend, FollowState } from '../views';

/** Confirmations after which a send is no longer listed, and the same payment no longer warned of. */
export const BURIED = 10;
/** Confirmations after which a send is no longer kept, a day's: a reorganization before that lists it again. */
const KEPT = 144;

/**
 * How long a server may take to respond to a broadcast (the timeout of its route); a pool that is read in the meantime
 * may not contain the transaction yet.
 */
const ANSWER_MS = 30_000;

/** A reading of the pool, with the time at which it was requested. */
export interface PoolReading {
  readonly events: readonly WalletEvent[];
  /** Milliseconds since 1970. */
  readonly atMs: number;
}

/** Chain data for tracking sends. */
export interface SendSightings {
  /** Tip of the known history. */
  readonly tip: ChainIndex | undefined;
  /** Undefined if the pool was not read. */
  readonly pool: PoolReading | undefined;
  /** Milliseconds since 1970. */
  readonly nowMs: number;
}

/**
 * Status of a sent transaction.
 * @param event its confirmed event, if any
 * @param known the previous status
 */
export function followSend(
  { id, atMs, isUnclear, minedHeight }: Pick<SendRow, 'id' | 'atMs' | 'isUnclear' | 'minedHeight'>,
  event: WalletEvent | undefined,
  { tip, pool, nowMs }: SendSightings,
  known: FollowState | undefined
): FollowState {
  if (event && tip) {
    return { state: 'confirmed', confirmations: confirmationsOf(event, tip.height), index: event.index };
  }
  // A send in the future means that the clock was set back: it would reserve its coins until that time comes again.
  const wasReadAfter = (ms: number) => pool !== undefined && (pool.atMs > ms || atMs > nowMs);
  if (wasReadAfter(atMs) && pool?.events.some((waiting) => (waiting.id as string) === id)) return { state: 'pool' };
  if (wasReadAfter(isUnclear ? atMs + ANSWER_MS : atMs))
    return { state: 'dropped', ...(minedHeight !== undefined && { minedHeight }) };
  // No pool was read since: the status is unchanged, unless a reorganization removed its block.
  return known?.state === 'dropped' ? known : { state: isUnclear ? 'unanswered' : 'pool' };
}

export const isBuried = (follow: FollowState): boolean => isBelow(follow, BURIED);
/** Whether a send no longer needs to be kept. */
export const isFinal = (follow: FollowState): boolean => isBelow(follow, KEPT);

const isBelow = (follow: FollowState, blocks: number): boolean =>
  follow.state === 'confirmed' && follow.confirmations > blocks;

/** Sends that may still be mined: those that are not in the pool, and those that no server has confirmed to the user. */
export function outstandingSends(rows: readonly SendRow[], list: readonly FollowedSend[]): readonly Transfer[] {
  const stateOf = new Map(list.map(({ id, follow }) => [id, follow.state]));
  const isOpen = ({ id, isUnclear }: SendRow): boolean => {
    const state = stateOf.get(id);
    return state === 'dropped' || state === 'unanswered' || (state === 'pool' && isUnclear === true);
  };
  return rows.filter(isOpen).map(({ transfer }) => transfer);
}

/** Outputs spent by sends in the pool. */
export function spentBySends(rows: readonly SendRow[], list: readonly FollowedSend[]): ReadonlySet<string> {
  const waiting = new Set<TransactionId>(list.filter(({ follow }) => follow.state === 'pool').map(({ id }) => id));
  return new Set(rows.filter(({ id }) => waiting.has(id)).flatMap(({ transfer }) => [...spentIds(transfer)]));
}
