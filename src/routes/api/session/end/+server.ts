import { sessionRoutes } from '$lib/api/session';
import { container } from '$lib/server/container';
import { endSession } from '$lib/server/cookie';
import { serve } from '$lib/server/serve';
import type { RequestHandler } from '@sveltejs/kit';

export const POST: RequestHandler = async ({ request, cookies }) => {
  const quarry = await container();
  return serve(sessionRoutes.signOut, request, () => endSession(cookies, quarry));
};
