import { connectionRoutes } from '$lib/api/quarry/connections';
import { connectionHandlers } from '$lib/server/connections/handlers';
import { container } from '$lib/server/container';
import { askerOf, readSession, writeSession } from '$lib/server/auth/cookie';
import { serveSignedIn } from '$lib/server/auth/serve';
import type { RequestHandler } from '@sveltejs/kit';

const PREFIX = '/api';

export const fallback: RequestHandler = async (event) => {
  const quarry = await container();
  const asker = askerOf(event);
  return serveSignedIn(
    connectionRoutes,
    event.request,
    event.url.pathname.slice(PREFIX.length),
    readSession(asker, quarry),
    (session) => connectionHandlers(quarry, session, (changed) => writeSession(event.cookies, asker, quarry, changed))
  );
};
