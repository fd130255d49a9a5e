import { translateJsonKeys, translatePath, type Dialect } from '$lib/api/dialect';
import { requestWith, type BodyChunks, type HttpHeaders, type HttpRequest } from '$lib/api/http/message';
import { MAX_TEXT_BODY_BYTES } from '$lib/api/http/request';
import { joinBytes } from '$lib/codec/bytes';
import { parseJson, stringifyJson } from '$lib/codec/json';
import { AppError } from '$lib/errors';

export const isJson = (headers: HttpHeaders): boolean =>
  headers['content-type']?.startsWith('application/json') ?? false;

/** Translates a request's path, and its body if that is JSON, whatever its Content-Type. */
export function translateRequest(request: HttpRequest, from: Dialect, to: Dialect): HttpRequest {
  const path = translatePath(request.path, from, to);
  if (request.body === undefined) return requestWith(request, { path });
  return requestWith(request, { path, body: translated(request.body, from, to) });
}

/** Read on demand, after path and password were checked. A body above every limit is passed on as it arrives. */
async function* translated(body: BodyChunks, from: Dialect, to: Dialect): AsyncGenerator<Uint8Array, void> {
  const held: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    held.push(chunk);
    length += chunk.length;
    if (length > MAX_TEXT_BODY_BYTES) yield* held.splice(0);
  }
  yield translateBody(joinBytes(held), from, to);
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
