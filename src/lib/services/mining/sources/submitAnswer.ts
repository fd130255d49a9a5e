import { BadRequestError, type ServerError } from '$lib/api/http/errors';
import type { SubmitAnswer } from '$lib/mining/work/workSource';

/**
 * Statuses that say nothing about the block: too slow, too early or too many requests, and responses of a reverse proxy
 * whose server did not respond.
 */
const UNDECIDED: ReadonlySet<number> = new Set([408, 425, 429, 502, 503, 504]);

/**
 * A rejection is a result; other errors are retried. Wallet servers reject with status 500, and respond the same way to
 * accepted blocks that they cannot relay, so the chain is checked in any case.
 * @param refusal the service's error class for rejections, besides status 400
 */
export async function submitAnswer(
  submit: () => Promise<void>,
  refusal: typeof BadRequestError | typeof ServerError
): Promise<SubmitAnswer> {
  try {
    await submit();
    return { accepted: true };
  } catch (error) {
    const isRefusal = error instanceof BadRequestError || error instanceof refusal;
    if (isRefusal && !UNDECIDED.has(error.status)) return { accepted: false, error };
    throw error;
  }
}
