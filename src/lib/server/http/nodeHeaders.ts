import type { IncomingHttpHeaders } from 'node:http';

/** Headers of Node's HTTP server. */
export function headersOf(headers: IncomingHttpHeaders): Headers {
  const all = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    for (const item of [value ?? []].flat()) all.append(name, item);
  }
  return all;
}
