import { NotConfiguredError, UnauthorizedError } from '$lib/api/http/errors';
import { exchangeOf } from '$lib/api/http/request';
import { tipRoutes } from '$lib/api/quarry/tips';
import type { ServiceId } from '$lib/api/services/ids';
import type { HttpService } from '$lib/api/services/service';
import { AppError } from '$lib/errors';
import { fetchFrom, toResponse } from '../http/fetchMessages';
import { checkSameOrigin } from '../http/originChecks';
import { refusal } from '../http/proxy';
import { basicAuthorization, UPSTREAM_ORIGIN, type Upstream } from '../http/upstream';
import type { FollowedServer } from './followers';
import type { TipBroadcast } from './tipBroadcast';

/** A remote service whose tips are followed; see {@link FollowedServer} for the name. */
export const followedServer = (
  name: string,
  { openTip, openWork }: Required<Pick<HttpService, 'openTip'>> & Pick<HttpService, 'openWork'>,
  upstream: Upstream
): FollowedServer => ({
  name,
  open(password) {
    const transport = {
      fetch: fetchFrom(upstream),
      baseUrl: UPSTREAM_ORIGIN,
      headers: { authorization: basicAuthorization(password) }
    };
    const tip = openTip(transport);
    const work = openWork?.(transport);
    return {
      readTip: async (signal) => (await tip)(signal),
      ...(work && { getWork: async (signal) => (await work)(signal) })
    };
  }
});

/** The tips that a page asks for. */
export interface TipRequest {
  readonly service: ServiceId;
  /** Undefined if the connection does not have the service. */
  readonly tips: ((password: string) => TipBroadcast) | undefined;
  /** The service's; undefined if not signed in. */
  readonly password: string | undefined;
  /** Aborts when the page's session ends. */
  readonly ended?: AbortSignal;
}

/**
 * Handles `GET /tips/:service` and `GET /tips/:service/work` for signed-in pages.
 * @param route which of the two
 */
export function answerTips(
  request: Request,
  route: keyof typeof tipRoutes,
  { service, tips, password, ended }: TipRequest
): Response {
  const about = exchangeOf(tipRoutes[route]);
  try {
    checkSameOrigin(Object.fromEntries(request.headers), tipRoutes[route].effect);
    if (tips === undefined) throw new NotConfiguredError({ ...about, path: `/tips/${service}` }, 503, '');
    if (password === undefined) throw new UnauthorizedError(about, 401, 'Sign in to Quarry first');
    const headers = {
      'content-type': 'application/octet-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no'
    };
    return new Response(tips(password)(ended, route === 'followWithWork'), { headers });
  } catch (error) {
    if (error instanceof AppError) return toResponse(refusal(error));
    throw error;
  }
}
