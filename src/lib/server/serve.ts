import { encodeAnswer } from '$lib/api/answer';
import { decodeRequest } from '$lib/api/request';
import type { RequestOf, ResultOf, Route } from '$lib/api/route';
import { AppError } from '$lib/errors';
import { checkSameOrigin } from './guard';
import { refusal } from './proxy';

// People who are not signed in send these.
const MAX_BODY_BYTES = 16 * 1024;

/**
 * Answers one of our own routes: same-origin check, decoding, the handler, encoding. An AppError becomes its refusal.
 */
export async function serve<R extends Route>(
  route: R,
  request: Request,
  handle: (request: RequestOf<R>) => ResultOf<R> | Promise<ResultOf<R>>
): Promise<Response> {
  try {
    checkSameOrigin(request.headers, route.effect);
    const response = encodeAnswer(route, await handle(await decodeRequest(route, {}, request, MAX_BODY_BYTES)));
    response.headers.set('cache-control', 'no-store');
    return response;
  } catch (error) {
    if (error instanceof AppError) return refusal(error);
    throw error;
  }
}
