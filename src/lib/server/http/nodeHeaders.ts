import type { IncomingHttpHeaders } from 'node:http';

/** A look at single headers of Node's HTTP server, without a copy of all. */
export const headerReader = (headers: IncomingHttpHeaders): Pick<Headers, 'get'> => ({
  get: (name) => [headers[name] ?? []].flat().join(', ') || null
});

/** Headers of Node's HTTP server. */
export function headersOf(headers: IncomingHttpHeaders): Headers {
  const all = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    for (const item of [value ?? []].flat()) all.append(name, item);
  }
  return all;
}
