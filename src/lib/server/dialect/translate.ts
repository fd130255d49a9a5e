import { translateJsonKeys, translatePath, type Dialect } from '$lib/api/dialect';
import { parseJson, stringifyJson } from '$lib/codec/json';
import { AppError } from '$lib/errors';
import { UPSTREAM_ORIGIN } from '../http/upstream';

export const isJson = (headers: Headers): boolean =>
  headers.get('content-type')?.startsWith('application/json') ?? false;

/** The request with its path, and its body where that is JSON, whatever it is called, in the other dialect. */
export async function translateRequest(request: Request, from: Dialect, to: Dialect): Promise<Request> {
  const { pathname, search } = new URL(request.url);
  const url = `${UPSTREAM_ORIGIN}${translatePath(pathname, from, to)}${search}`;
  const { method, headers, signal } = request;
  if (!request.body) return new Request(url, { method, headers, signal });
  const body = translateBody(await request.arrayBuffer(), from, to);
  return new Request(url, { method, headers, signal, body });
}

/** What is no JSON stays as it is, to the last byte: miners send headers without saying what they are. */
function translateBody(bytes: ArrayBuffer, from: Dialect, to: Dialect): BodyInit {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return stringifyJson(translateJsonKeys(parseJson(text), from, to));
  } catch (error) {
    if (error instanceof AppError || error instanceof TypeError) return bytes;
    throw error;
  }
}
