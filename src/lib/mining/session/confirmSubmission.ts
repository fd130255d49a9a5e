import type { CoinOutput } from '$lib/chain/element/elements';
import { toAppError, type AppError } from '$lib/errors';
import { Backoff } from '$lib/async/retry';
import type { Scheduler } from '$lib/async/scheduler';
import type { CheckedNonce } from '../grinder/verifySolution';
import type { SubmitAnswer, WorkSource } from '../work/workSource';
import type { WorkUnit } from '../work/workUnit';

/** What became of a solved block. */
export type Outcome =
  | { readonly kind: 'accepted' }
  /** Another block took its place first. */
  | { readonly kind: 'stale' }
  | { readonly kind: 'rejected'; readonly reason: string };

export interface Settled {
  readonly outcome: Outcome;
  /** Who the accepted block pays; empty when it was not accepted or the node did not tell. */
  readonly payouts: readonly CoinOutput[];
}

const RETRY_FIRST_MS = 250;
const MAX_BACKOFF_MS = 4000;
/** A block that could not be delivered for this long has been overtaken. */
const GIVE_UP_AFTER_TRIES = 10;

/**
 * Submits a solved block and finds out what became of it. The node's answer alone decides nothing: a refusal may hide
 * an accepted block, and an acceptance may be of a block that lost the race; the chain itself is asked.
 */
export async function confirmSubmission(
  source: WorkSource,
  work: WorkUnit,
  solution: CheckedNonce,
  { scheduler, signal, onTrouble }: { scheduler: Scheduler; signal: AbortSignal; onTrouble: (error: AppError) => void }
): Promise<Settled> {
  let answer: SubmitAnswer | undefined;
  let trouble: AppError | undefined;
  const backoff = new Backoff(RETRY_FIRST_MS, MAX_BACKOFF_MS);
  for (let tries = 0; tries < GIVE_UP_AFTER_TRIES; tries++) {
    try {
      // Sent once it is answered; an unanswered one may have arrived all the same, so the chain is asked before sending again.
      if (tries > 0 && (await isOnChain(source, work, solution, signal))) answer = { accepted: true };
      answer ??= await source.submit(work, solution, signal);
      return await judge(source, work, solution, answer, signal);
    } catch (error) {
      signal.throwIfAborted();
      trouble = toAppError(error);
      onTrouble(trouble);
      await scheduler.sleep(backoff.next(), signal);
      signal.throwIfAborted();
    }
  }
  return { outcome: { kind: 'rejected', reason: trouble?.message ?? 'no answer' }, payouts: [] };
}

async function judge(
  source: WorkSource,
  work: WorkUnit,
  solution: CheckedNonce,
  answer: SubmitAnswer,
  signal: AbortSignal
): Promise<Settled> {
  if (await isOnChain(source, work, solution, signal)) {
    const payouts = await source.getPayouts(solution.id, signal).catch(() => []);
    signal.throwIfAborted();
    return { outcome: { kind: 'accepted' }, payouts };
  }
  const tip = await source.getTip(signal);
  const isOvertaken = answer.accepted || tip.id !== work.decoded.parentId;
  const outcome: Outcome = isOvertaken ? { kind: 'stale' } : { kind: 'rejected', reason: answer.reason };
  return { outcome, payouts: [] };
}

const isOnChain = async (source: WorkSource, work: WorkUnit, solution: CheckedNonce, signal: AbortSignal) =>
  (await source.getBlockIdAt(work.height, signal)) === solution.id;
