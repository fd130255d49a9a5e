import { exchangeOf } from '$lib/api/http/request';
import { NotConfiguredError } from '$lib/api/http/errors';
import { nodeSyncRoutes } from '$lib/api/quarry/nodeSync';
import { clientOf, readSession } from '$lib/server/auth/sessionCookie';
import { serveSignedIn } from '$lib/server/auth/serve';
import { container } from '$lib/server/container';
import type { RequestHandler } from '@sveltejs/kit';

const PREFIX = '/api';

/** Synchronization of the embedded node, if it has peers. */
export const fallback: RequestHandler = async (event) => {
  const quarry = await container();
  return serveSignedIn(
    nodeSyncRoutes,
    event.request,
    event.url.pathname.slice(PREFIX.length),
    readSession(clientOf(event), quarry),
    () => {
      const { sync } = quarry;
      if (!sync) throw new NotConfiguredError(exchangeOf(nodeSyncRoutes.setMode), 503, '');
      return { setMode: ({ body: { mode } }) => sync.setMode(mode) };
    }
  );
};
