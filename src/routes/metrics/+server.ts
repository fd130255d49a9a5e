import { error } from '@sveltejs/kit';
import { container } from '$lib/server/container';
import type { RequestHandler } from '@sveltejs/kit';

export const GET: RequestHandler = async ({ request }) => (await (await container()).metrics(request)) ?? error(404);
