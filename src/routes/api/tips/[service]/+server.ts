import { error } from '@sveltejs/kit';
import { serviceId } from '$lib/api/services/ids';
import { container } from '$lib/server/container';
import { readSession } from '$lib/server/auth/cookie';
import type { RequestHandler } from '@sveltejs/kit';

export const GET: RequestHandler = async ({ request, params, cookies }) => {
  const { success, data } = serviceId.safeParse(params.service);
  if (!success) error(404);
  const quarry = await container();
  return quarry.followTips(request, data, readSession(cookies, quarry));
};
