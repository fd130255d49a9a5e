import type { RequestParts } from '$lib/api/http/request';

/** The text that came with a request to an upstream. */
export const bodyText = async (request: RequestParts): Promise<string> =>
  new TextDecoder().decode(await request.arrayBuffer());
