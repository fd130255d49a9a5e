import { error } from '@sveltejs/kit';
import { serviceId } from '$lib/api/services/ids';
import { container } from '$lib/server/container';
import { clientOf, readSession } from '$lib/server/auth/sessionCookie';
import type { RequestHandler } from '@sveltejs/kit';

export const GET: RequestHandler = async (event) => {
  const { success, data } = serviceId.safeParse(event.params.service);
  if (!success) error(404);
  const quarry = await container();
  return quarry.followTips(event.request, 'followWithWork', data, readSession(clientOf(event), quarry));
};
