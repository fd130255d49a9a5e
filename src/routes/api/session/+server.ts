import { sessionRoutes } from '$lib/api/session';
import { container } from '$lib/server/container';
import { readSession, writeSession } from '$lib/server/cookie';
import { serve } from '$lib/server/serve';
import type { RequestHandler } from '@sveltejs/kit';

export const GET: RequestHandler = async ({ request, cookies }) => {
  const quarry = await container();
  return serve(sessionRoutes.status, request, () => quarry.status(readSession(cookies, quarry) !== undefined));
};

export const POST: RequestHandler = async ({ request, cookies, getClientAddress }) => {
  const quarry = await container();
  return serve(sessionRoutes.signIn, request, async ({ body }) => {
    writeSession(cookies, quarry, await quarry.signIn.signIn(body, getClientAddress()));
    return quarry.status(true);
  });
};
