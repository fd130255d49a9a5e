import { error } from '@sveltejs/kit';
import { HTTP_SERVICE_IDS } from '$lib/api/services/services';
import { container } from '$lib/server/container';
import { clientOf, readSession } from '$lib/server/auth/sessionCookie';
import { connectionOf, endingWith } from '$lib/server/http/connectionWatch';
import { fromRequest, toResponse } from '$lib/server/http/fetchMessages';
import type { RequestHandler } from './$types';

/** Proxies a request to a service; the path is passed on unchanged, including escapes. */
export const fallback: RequestHandler = async (event) => {
  const { url, params } = event;
  // Not a SvelteKit param matcher, which would load all services with the first page.
  const service = HTTP_SERVICE_IDS.find((id) => id === params.service);
  if (!service) error(404);
  const quarry = await container();
  const path = url.pathname.slice(`/api/${service}`.length);
  const [signal, endWatch] = endingWith(event.request, connectionOf(event.platform));
  try {
    const request = fromRequest(event.request, path, signal);
    return toResponse(await quarry.pass(service, request, readSession(clientOf(event), quarry)));
  } finally {
    endWatch();
  }
};
