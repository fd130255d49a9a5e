import { newestBlockRoutes } from '$lib/api/quarry/newestBlocks';
import { clientOf, readSession } from '$lib/server/auth/sessionCookie';
import { serveSignedIn } from '$lib/server/auth/serve';
import { container } from '$lib/server/container';
import type { RequestHandler } from '@sveltejs/kit';

const PREFIX = '/api';

export const fallback: RequestHandler = async (event) => {
  const quarry = await container();
  const { request, url } = event;
  return serveSignedIn(
    newestBlockRoutes,
    request,
    url.pathname.slice(PREFIX.length),
    readSession(clientOf(event), quarry),
    (session) => ({ list: async () => [...(await quarry.newestBlocks(request, session))] })
  );
};
