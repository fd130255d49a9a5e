import { connectionRoutes } from '$lib/api/quarry/connections';
import { connectionHandlers } from '$lib/server/connections/handlers';
import { container } from '$lib/server/container';
import { readSession, writeSession } from '$lib/server/auth/cookie';
import { serveSignedIn } from '$lib/server/auth/serve';
import type { RequestHandler } from '@sveltejs/kit';

const PREFIX = '/api';

export const fallback: RequestHandler = async ({ request, url, cookies }) => {
  const quarry = await container();
  return serveSignedIn(
    connectionRoutes,
    request,
    url.pathname.slice(PREFIX.length),
    readSession(cookies, quarry),
    (session) => connectionHandlers(quarry, session, (changed) => writeSession(cookies, quarry, changed))
  );
};
