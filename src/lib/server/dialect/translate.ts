import { translateJsonKeys, translatePath, type Dialect } from '$lib/api/dialect';
import { parseJson, stringifyJson } from '$lib/codec/json';
import type { RequestParts } from '$lib/api/http/request';
import { AppError } from '$lib/errors';
import { followingRequest } from '../http/followingRequest';
import { UPSTREAM_ORIGIN } from '../http/upstream';

export const isJson = (headers: Headers): boolean =>
  headers.get('content-type')?.startsWith('application/json') ?? false;

/** Translates a request's path, and its body if that is JSON, whatever its Content-Type. */
export async function translateRequest(request: RequestParts, from: Dialect, to: Dialect): Promise<Request> {
  const { pathname, search } = new URL(request.url);
  const url = `${UPSTREAM_ORIGIN}${translatePath(pathname, from, to)}${search}`;
  const { method, headers, signal } = request;
  if (!request.body) return followingRequest(url, { method, headers, signal });
  const body = translateBody(await request.arrayBuffer(), from, to);
  return followingRequest(url, { method, headers, signal, body });
}

/** Other bodies stay unchanged, byte by byte: miners send headers without a Content-Type. */
function translateBody(bytes: ArrayBuffer, from: Dialect, to: Dialect): BodyInit {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return stringifyJson(translateJsonKeys(parseJson(text), from, to));
  } catch (error) {
    if (error instanceof AppError || error instanceof TypeError) return bytes;
    throw error;
  }
}
