import { container } from '$lib/server/container';
import type { RequestHandler } from '@sveltejs/kit';

export const GET: RequestHandler = async ({ request }) => (await container()).metrics(request);
