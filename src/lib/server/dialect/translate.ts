import { translateJsonKeys, translatePath, type Dialect } from '$lib/api/dialect';
import { readWhole } from '$lib/api/http/body';
import { withPath, type HttpHeaders, type HttpRequest } from '$lib/api/http/message';
import { parseJson, stringifyJson } from '$lib/codec/json';
import { AppError } from '$lib/errors';

export const isJson = (headers: HttpHeaders): boolean =>
  headers['content-type']?.startsWith('application/json') ?? false;

/** Translates a request's path, and its body if that is JSON, whatever its Content-Type. */
export async function translateRequest(request: HttpRequest, from: Dialect, to: Dialect): Promise<HttpRequest> {
  const path = translatePath(request.path, from, to);
  if (request.body === undefined) return withPath(request, path);
  return { ...request, path, body: [translateBody(await readWhole(request.body), from, to)] };
}

/** Other bodies stay unchanged, byte by byte: miners send headers without a Content-Type. */
function translateBody(bytes: Uint8Array, from: Dialect, to: Dialect): Uint8Array {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return new TextEncoder().encode(stringifyJson(translateJsonKeys(parseJson(text), from, to)));
  } catch (error) {
    if (error instanceof AppError || error instanceof TypeError) return bytes;
    throw error;
  }
}
