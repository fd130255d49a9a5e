import { createClient } from '$lib/api/http/client';
import { consensusRoutes } from '$lib/api/daemon/consensus';
import { NotConfiguredError, UnauthorizedError } from '$lib/api/http/errors';
import { exchangeOf } from '$lib/api/http/request';
import { tipRoutes, type TipService } from '$lib/api/quarry/tips';
import type { TransportOptions } from '$lib/api/http/transport';
import { walletServerRoutes } from '$lib/api/wallet-server/routes';
import { AppError } from '$lib/errors';
import { checkSameOrigin } from '../http/guard';
import { refusal } from '../http/proxy';
import { fromPolling, tipStream, type NextTip } from './tipStream';
import { basicAuthorization, UPSTREAM_ORIGIN, type Upstream } from '../http/upstream';

const clientOf = (upstream: Upstream, password: string): TransportOptions => ({
  fetch: upstream,
  baseUrl: UPSTREAM_ORIGIN,
  headers: { authorization: basicAuthorization(password) }
});

/** The tips of a daemon elsewhere. */
export const tipsOfDaemon = (upstream: Upstream) => (password: string) => {
  const { status } = createClient({ status: consensusRoutes.status }, clientOf(upstream, password));
  return fromPolling(async (signal) => {
    const { height, currentBlock } = await status({}, { signal });
    return { height, id: currentBlock };
  });
};

/** The tips of a wallet server elsewhere. */
export const tipsOfWalletServer = (upstream: Upstream) => (password: string) => {
  const { tip } = createClient({ tip: walletServerRoutes.tip }, clientOf(upstream, password));
  return fromPolling((signal) => tip({}, { signal }));
};

/** Answers `GET /tips/:service` to a page that is signed in. */
export function answerTips(
  request: Request,
  service: TipService,
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
