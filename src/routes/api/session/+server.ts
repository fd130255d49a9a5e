import { DEVICE_TOKEN_HEADER } from '$lib/api/quarry/deviceToken';
import { sessionRoutes } from '$lib/api/quarry/session';
import { container } from '$lib/server/container';
import { beginSession } from '$lib/server/connections/handlers';
import { clientOf, readSession, writeSession } from '$lib/server/auth/sessionCookie';
import { serve } from '$lib/server/auth/serve';
import { clientAddress } from '$lib/server/trustedProxies';
import type { RequestHandler } from '@sveltejs/kit';

export const GET: RequestHandler = async (event) => {
  const quarry = await container();
  return serve(sessionRoutes.status, event.request, () => quarry.status(readSession(clientOf(event), quarry)));
};

export const POST: RequestHandler = async (event) => {
  const { request, cookies } = event;
  const quarry = await container();
  const client = clientOf(event);
  return serve(sessionRoutes.signIn, request, async ({ body }) => {
    const from = clientAddress(client.peer, client.headers, quarry.config.trustedProxies);
    const device = quarry.deviceTokens.idOf(client.headers[DEVICE_TOKEN_HEADER]);
    const credentials = await quarry.signIn.signIn(body, from, device);
    const session = beginSession(quarry, credentials);
    writeSession(cookies, client, quarry, session);
    return { ...quarry.status(session), pageToken: quarry.sealer.pageTokenOf(session) };
  });
};
