import { BadRequestError, type ServerError } from '$lib/api/http/errors';
import type { SubmitAnswer } from '$lib/mining/work/workSource';

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
    if (isRefusal && !error.isInconclusive) return { accepted: false, error };
    throw error;
  }
}
