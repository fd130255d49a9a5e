import type { CoinOutput } from '$lib/chain/element/elements';
import { toAppError, type AppError } from '$lib/errors';
import { Backoff } from '$lib/async/retry';
import type { Scheduler } from '$lib/async/scheduler';
import type { CheckedNonce } from '../grinder/verifySolution';
import type { SubmitAnswer, WorkSource } from '../work/workSource';
import type { WorkUnit } from '../work/workUnit';

/** Final state of a submitted block. */
export type BlockOutcome =
  | { readonly kind: 'accepted' }
  /** A competing block was accepted first. */
  | { readonly kind: 'stale' }
  | { readonly kind: 'rejected'; readonly error: AppError };

export interface ConfirmedSubmission {
  readonly outcome: BlockOutcome;
  /** Miner payouts of the accepted block; empty when it was not accepted or the node did not return them. */
  readonly payouts: readonly CoinOutput[];
}

const RETRY_FIRST_MS = 250;
const MAX_BACKOFF_MS = 4000;
/** A node that responds but fails this often will not accept the block. */
const MAX_FAILURES = 10;

const STALE: ConfirmedSubmission = { outcome: { kind: 'stale' }, payouts: [] };

interface ConfirmOptions {
  readonly scheduler: Scheduler;
  readonly signal: AbortSignal;
  /** Whether the node has not responded but may later. */
  readonly isUnanswered: (error: AppError) => boolean;
  /** Receives the error of each failed attempt. */
  readonly onError: (error: AppError) => void;
}

/**
 * Submits a solved block and determines its outcome. The node's response is not enough: an error may hide an accepted
 * block, and an accepted block may lose against a competing one. The best chain decides. While the node does not respond,
 * the block is kept, until another is known to have its height: it may be worth more than all that could be mined
 * meanwhile.
 */
export async function confirmSubmission(
  source: WorkSource,
  work: WorkUnit,
  solution: CheckedNonce,
  { scheduler, signal, isUnanswered, onError }: ConfirmOptions
): Promise<ConfirmedSubmission> {
  let answer: SubmitAnswer | undefined;
  const backoff = new Backoff(RETRY_FIRST_MS, MAX_BACKOFF_MS);
  let failures = 0;
  for (let isFirst = true; ; isFirst = false) {
    try {
      // Without a response the block may still have arrived, so the chain is checked before the block is sent again.
      if (!isFirst) {
        if (await isOnChain(source, work, solution, signal)) answer = { accepted: true };
        else if ((await source.getTip(signal)).height >= work.height) return STALE;
      }
      answer ??= await source.submit(work, solution, signal);
      return await resolveOutcome(source, work, solution, answer, signal);
    } catch (error) {
      signal.throwIfAborted();
      const problem = toAppError(error);
      onError(problem);
      if (!isUnanswered(problem) && ++failures === MAX_FAILURES)
        return { outcome: { kind: 'rejected', error: problem }, payouts: [] };
      await scheduler.sleep(backoff.next(), signal);
      signal.throwIfAborted();
    }
  }
}

async function resolveOutcome(
  source: WorkSource,
  work: WorkUnit,
  solution: CheckedNonce,
  answer: SubmitAnswer,
  signal: AbortSignal
): Promise<ConfirmedSubmission> {
  if (await isOnChain(source, work, solution, signal)) {
    const payouts = await source.getPayouts(solution.id, signal).catch(() => []);
    signal.throwIfAborted();
    return { outcome: { kind: 'accepted' }, payouts };
  }
  const tip = await source.getTip(signal);
  const isStale = answer.accepted || tip.id !== work.decoded.parentId;
  const outcome: BlockOutcome = isStale ? { kind: 'stale' } : { kind: 'rejected', error: answer.error };
  return { outcome, payouts: [] };
}

const isOnChain = async (source: WorkSource, work: WorkUnit, solution: CheckedNonce, signal: AbortSignal) =>
  (await source.getBlockIdAt(work.height, signal)) === solution.id;
