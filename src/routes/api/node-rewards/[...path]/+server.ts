import { nodeRewardRoutes } from '$lib/api/quarry/nodeRewards';
import { NotConfiguredError } from '$lib/api/http/errors';
import { exchangeOf } from '$lib/api/http/request';
import { clientOf, readSession } from '$lib/server/auth/sessionCookie';
import { serveSignedIn } from '$lib/server/auth/serve';
import { container } from '$lib/server/container';
import { ServerRefusal } from '$lib/server/errors';
import { InsufficientFundsError } from '$lib/wallet/errors';
import type { RequestHandler } from '@sveltejs/kit';

const PREFIX = '/api';

/** Coins of the embedded node; only its operator can move them. */
export const fallback: RequestHandler = async (event) => {
  const quarry = await container();
  const { request, url } = event;
  return serveSignedIn(
    nodeRewardRoutes,
    request,
    url.pathname.slice(PREFIX.length),
    readSession(clientOf(event), quarry),
    () => {
      const { rewards } = quarry;
      if (!rewards) throw new NotConfiguredError(exchangeOf(nodeRewardRoutes.balance), 503, '');
      return {
        balance: () => rewards.balance,
        move: async ({ body }) => {
          try {
            return { id: await rewards.moveTo(body.address) };
          } catch (error) {
            throw error instanceof InsufficientFundsError
              ? new ServerRefusal('rewards/nothing-to-move', {}, { cause: error })
              : error;
          }
        }
      };
    }
  );
};
