import { error } from '@sveltejs/kit';
import { HTTP_SERVICE_IDS } from '$lib/api/services/services';
import { container } from '$lib/server/container';
import { askerOf, readSession } from '$lib/server/auth/cookie';
import { connectionOf, endingWith } from '$lib/server/http/connectionWatch';
import { fromRequest, toResponse } from '$lib/server/http/fetchMessages';
import type { RequestHandler } from './$types';

/** Proxies a page's request to a service; the path stays as sent, escapes included. */
export const fallback: RequestHandler = async (event) => {
  const { url, params } = event;
  // No matcher of SvelteKit's: it would load every service with the first page.
  const service = HTTP_SERVICE_IDS.find((id) => id === params.service);
  if (!service) error(404);
  const quarry = await container();
  const path = url.pathname.slice(`/api/${service}`.length);
  const [signal, endWatch] = endingWith(event.request, connectionOf(event.platform));
  try {
    const request = fromRequest(event.request, path, signal);
    return toResponse(await quarry.pass(service, request, readSession(askerOf(event), quarry)));
  } finally {
    endWatch();
  }
};
