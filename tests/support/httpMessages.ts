import { readWhole } from '$lib/api/http/body';
import type { HttpRequest, HttpResponse } from '$lib/api/http/message';
import type { Fetch } from '$lib/api/http/transport';
import type { Upstream } from '$lib/server/http/upstream';

/** The body of a request to an upstream. */
export const bodyText = async ({ body = [] }: HttpRequest): Promise<string> =>
  new TextDecoder().decode(await readWhole(body));

/** A response like an upstream's, of fetch's class. */
export const fromResponse = ({ status, headers, body }: Response): HttpResponse => ({
  status,
  headers: Object.fromEntries(headers),
  body: body ?? []
});

/** An upstream written as a fetch function. */
export const upstreamOf =
  (fetch: Fetch): Upstream =>
  async ({ method, path, query, headers, body, signal }) => {
    const url = `http://upstream${path}${query === '' ? '' : `?${query}`}`;
    const sent = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
      value === undefined ? [] : [[name, value]]
    );
    return fromResponse(
      await fetch(new Request(url, { method, headers: sent, signal, body: body && (await readWhole(body)) }))
    );
  };
