import { sessionRoutes } from '$lib/api/quarry/session';
import { container } from '$lib/server/container';
import { beginSession } from '$lib/server/connections/handlers';
import { readSession, writeSession } from '$lib/server/auth/cookie';
import { serve } from '$lib/server/auth/serve';
import { clientAddress } from '$lib/server/trustedProxies';
import type { RequestHandler } from '@sveltejs/kit';

export const GET: RequestHandler = async ({ request, cookies }) => {
  const quarry = await container();
  return serve(sessionRoutes.status, request, () => quarry.status(readSession(cookies, quarry)));
};

export const POST: RequestHandler = async ({ request, cookies, getClientAddress }) => {
  const quarry = await container();
  return serve(sessionRoutes.signIn, request, async ({ body }) => {
    const from = clientAddress(getClientAddress(), request.headers, quarry.config.trustedProxies);
    const credentials = await quarry.signIn.signIn(body, from);
    const session = beginSession(quarry, credentials);
    writeSession(cookies, quarry, session);
    return quarry.status(session);
  });
};
