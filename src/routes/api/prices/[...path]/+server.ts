import { priceRoutes } from '$lib/api/quarry/prices';
import { clientOf, readSession } from '$lib/server/auth/sessionCookie';
import { serveSignedIn } from '$lib/server/auth/serve';
import { container } from '$lib/server/container';
import type { RequestHandler } from '@sveltejs/kit';

const PREFIX = '/api';

export const fallback: RequestHandler = async (event) => {
  const { request, url } = event;
  const quarry = await container();
  const { prices } = quarry;
  return serveSignedIn(
    priceRoutes,
    request,
    url.pathname.slice(PREFIX.length),
    readSession(clientOf(event), quarry),
    () => ({
      status: () => prices.status,
      choose: ({ body }) => prices.choose(body),
      stop: () => prices.stop(),
      days: () => [...prices.days]
    })
  );
};
