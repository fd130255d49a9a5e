import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

const compress = promisify(gzip);

/**
 * The document, compressed if the client accepts it: on a slow phone, all else that a page needs waits for it. Other
 * answers are unchanged; the sizes of compressed ones that contain both a secret and text of the request would reveal
 * the secret.
 * @param accepted the request's `Accept-Encoding`
 */
export async function withCompressedDocument(response: Response, accepted: string): Promise<Response> {
  if (!response.headers.get('content-type')?.startsWith('text/html')) return response;
  response.headers.append('vary', 'accept-encoding');
  if (!acceptsGzip(accepted) || response.body === null) return response;
  const body = await compress(await response.arrayBuffer());
  const headers = new Headers(response.headers);
  headers.set('content-encoding', 'gzip');
  headers.set('content-length', String(body.length));
  return new Response(body, { status: response.status, headers });
}

/** @see https://www.rfc-editor.org/rfc/rfc9110#section-12.5.3 */
const acceptsGzip = (accepted: string): boolean => /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i.test(accepted);
