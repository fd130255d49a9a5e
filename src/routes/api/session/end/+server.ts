import { sessionRoutes } from '$lib/api/quarry/session';
import { container } from '$lib/server/container';
import { clientOf, endSession } from '$lib/server/auth/sessionCookie';
import { serve } from '$lib/server/auth/serve';
import type { RequestHandler } from '@sveltejs/kit';

export const POST: RequestHandler = async (event) => {
  const quarry = await container();
  return serve(sessionRoutes.signOut, event.request, () => endSession(event.cookies, clientOf(event), quarry));
};
