import { NotConfiguredError, UnauthorizedError } from '$lib/api/http/errors';
import { exchangeOf } from '$lib/api/http/request';
import { tipRoutes } from '$lib/api/quarry/tips';
import type { ServiceId } from '$lib/api/services/ids';
import type { HttpService } from '$lib/api/services/service';
import { AppError } from '$lib/errors';
import { checkSameOrigin } from '../http/guard';
import { refusal } from '../http/proxy';
import { basicAuthorization, UPSTREAM_ORIGIN, type Upstream } from '../http/upstream';
import { fromPolling } from './nextTip';
import { broadcastTips, type TipBroadcast } from './tipBroadcast';

/**
 * Follows the tip of a remote service by polling: one follower for all streams with the same password, so that a wrong
 * password is still refused by the service itself.
 */
export function tipsOf(
  openTip: NonNullable<HttpService['openTip']>,
  upstream: Upstream
): (password: string) => TipBroadcast {
  const broadcasts = new Map<string, TipBroadcast>();
  const open = (password: string): TipBroadcast => {
    const opening = openTip({
      fetch: upstream,
      baseUrl: UPSTREAM_ORIGIN,
      headers: { authorization: basicAuthorization(password) }
    });
    const polled = fromPolling(async (signal) => (await opening)(signal));
    return broadcastTips(polled, { onIdle: () => broadcasts.delete(password) });
  };
  return (password) => {
    let broadcast = broadcasts.get(password);
    if (broadcast === undefined) broadcasts.set(password, (broadcast = open(password)));
    return broadcast;
  };
}

/**
 * Handles `GET /tips/:service` for signed-in pages.
 * @param ended of the session that asked
 */
export function answerTips(
  request: Request,
  service: ServiceId,
  tips: ((password: string) => TipBroadcast) | undefined,
  password: string | undefined,
  ended?: AbortSignal
): Response {
  const about = exchangeOf(tipRoutes.follow);
  try {
    checkSameOrigin(request.headers, tipRoutes.follow.effect);
    if (tips === undefined) throw new NotConfiguredError({ ...about, path: `/tips/${service}` }, 503, '');
    if (password === undefined) throw new UnauthorizedError(about, 401, 'Sign in to Quarry first');
    const headers = {
      'content-type': 'application/octet-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no'
    };
    return new Response(tips(password)(ended), { headers });
  } catch (error) {
    if (error instanceof AppError) return refusal(error);
    throw error;
  }
}
