import { container } from '$lib/server/container';
import { readSession } from '$lib/server/auth/cookie';
import type { RequestHandler } from '@sveltejs/kit';

const PREFIX = '/api/mining';

export const fallback: RequestHandler = async ({ request, url, cookies }) => {
  const quarry = await container();
  return quarry.pass('mining', request, url.pathname.slice(PREFIX.length), readSession(cookies, quarry));
};
