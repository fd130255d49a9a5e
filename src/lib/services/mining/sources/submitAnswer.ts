import { BadRequestError, type ServerError } from '$lib/api/http/errors';
import type { SubmitAnswer } from '$lib/mining/work/workSource';

/**
 * A refusal is an answer; anything else that goes wrong is tried again. A wallet server refuses with 500, and says the
 * same to a block that it took without having peers to send it to: the chain is asked in any case.
 * @param refusal what the service refuses with, besides 400
 */
export async function submitAnswer(
  submit: () => Promise<void>,
  refusal: typeof BadRequestError | typeof ServerError
): Promise<SubmitAnswer> {
  try {
    await submit();
    return { accepted: true };
  } catch (error) {
    if (error instanceof BadRequestError || error instanceof refusal) {
      return { accepted: false, error };
    }
    throw error;
  }
}
