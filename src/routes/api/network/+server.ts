import { networkRoutes } from '$lib/api/quarry/network';
import { clientOf, readSession } from '$lib/server/auth/sessionCookie';
import { serveSignedIn } from '$lib/server/auth/serve';
import { container } from '$lib/server/container';
import type { RequestHandler } from '@sveltejs/kit';

const PREFIX = '/api';

export const fallback: RequestHandler = async (event) => {
  const quarry = await container();
  return serveSignedIn(
    networkRoutes,
    event.request,
    event.url.pathname.slice(PREFIX.length),
    readSession(clientOf(event), quarry),
    () => ({ choose: ({ body }) => quarry.chooseNetwork(body.network, body.start) })
  );
};
