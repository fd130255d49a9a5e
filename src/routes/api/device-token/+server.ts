import { deviceTokenRoutes } from '$lib/api/quarry/deviceToken';
import { clientOf, readSession } from '$lib/server/auth/sessionCookie';
import { serveSignedIn } from '$lib/server/auth/serve';
import { container } from '$lib/server/container';
import type { RequestHandler } from '@sveltejs/kit';

const PREFIX = '/api';

export const fallback: RequestHandler = async (event) => {
  const quarry = await container();
  const { request, url } = event;
  return serveSignedIn(
    deviceTokenRoutes,
    request,
    url.pathname.slice(PREFIX.length),
    readSession(clientOf(event), quarry),
    () => ({ create: () => ({ deviceToken: quarry.deviceTokens.create() }) })
  );
};
