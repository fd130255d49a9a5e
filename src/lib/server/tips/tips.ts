import { NotConfiguredError, UnauthorizedError } from '$lib/api/http/errors';
import { exchangeOf } from '$lib/api/http/request';
import { tipRoutes } from '$lib/api/quarry/tips';
import type { ServiceId } from '$lib/api/services/ids';
import type { HttpService } from '$lib/api/services/service';
import { AppError } from '$lib/errors';
import { checkSameOrigin } from '../http/guard';
import { refusal } from '../http/proxy';
import { fromPolling, tipStream, type NextTip } from './tipStream';
import { basicAuthorization, UPSTREAM_ORIGIN, type Upstream } from '../http/upstream';

/** Follows the tip of a remote service by polling. */
export const tipsOf = (openTip: NonNullable<HttpService['openTip']>, upstream: Upstream) => (password: string) => {
  const opening = openTip({
    fetch: upstream,
    baseUrl: UPSTREAM_ORIGIN,
    headers: { authorization: basicAuthorization(password) }
  });
  return fromPolling(async (signal) => (await opening)(signal));
};

/** Handles `GET /tips/:service` for signed-in pages. */
export function answerTips(
  request: Request,
  service: ServiceId,
  nextTip: ((password: string) => NextTip) | undefined,
  password: string | undefined
): Response {
  const about = exchangeOf(tipRoutes.follow);
  try {
    checkSameOrigin(request.headers, tipRoutes.follow.effect);
    if (nextTip === undefined) throw new NotConfiguredError({ ...about, path: `/tips/${service}` }, 503, '');
    if (password === undefined) throw new UnauthorizedError(about, 401, 'Sign in to Quarry first');
    const headers = {
      'content-type': 'application/octet-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no'
    };
    return new Response(tipStream(nextTip(password)), { headers });
  } catch (error) {
    if (error instanceof AppError) return refusal(error);
    throw error;
  }
}
