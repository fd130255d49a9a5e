import { connectionRoutes } from '$lib/api/quarry/connections';
import { connectionHandlers } from '$lib/server/connections/handlers';
import { container } from '$lib/server/container';
import { clientOf, readSession, writeSession } from '$lib/server/auth/sessionCookie';
import { serveSignedIn } from '$lib/server/auth/serve';
import type { RequestHandler } from '@sveltejs/kit';

const PREFIX = '/api';

export const fallback: RequestHandler = async (event) => {
  const quarry = await container();
  const client = clientOf(event);
  return serveSignedIn(
    connectionRoutes,
    event.request,
    event.url.pathname.slice(PREFIX.length),
    readSession(client, quarry),
    (session) => connectionHandlers(quarry, session, (changed) => writeSession(event.cookies, client, quarry, changed))
  );
};
