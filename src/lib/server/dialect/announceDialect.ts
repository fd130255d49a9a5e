import { chunksOf, readLimited } from '$lib/api/http/body';
import { DialectError } from '$lib/api/http/errors';
import { isOk, isWhole, requestWith, type HttpRequest } from '$lib/api/http/message';
import { DIALECT_HEADER } from '$lib/api/http/spelling';
import { dialectOf, OUR_DIALECT, translatePath, type Dialect } from '$lib/api/dialect';
import { parseJson } from '$lib/codec/json';
import { isJson } from './translate';
import { AppError } from '$lib/errors';
import type { Upstream } from '../http/upstream';

export interface DialectOptions {
  /** The upstream's dialect, if configured. */
  readonly dialect?: Dialect;
  /** A GET whose response shows the dialect in its keys. */
  readonly probePath: string;
  /** Maximum size of the probe's response, bytes. */
  readonly maxBytes: number;
}

/**
 * Wraps an upstream: responses in a dialect other than ours get a header that names it. Bodies pass unchanged in both
 * directions; the page's transport translates them. Request paths are translated here. The dialect is probed once, and
 * again as long as the result is unclear.
 * @throws {DialectError} the body is in a different dialect than the upstream's; it was not sent
 */
export function announceDialect(upstream: Upstream, { dialect, probePath, maxBytes }: DialectOptions): Upstream {
  let known = dialect;
  return async (request) => {
    known ??= await askDialect(upstream, probePath, maxBytes, request);
    const theirs = known ?? OUR_DIALECT;
    const named = request.headers[DIALECT_HEADER];
    if (isJson(request.headers) && (named ?? OUR_DIALECT) !== theirs) {
      const about = { method: request.method, path: request.path };
      throw new DialectError(about, theirs === OUR_DIALECT ? undefined : theirs);
    }
    const isOurs = theirs === OUR_DIALECT && named === undefined;
    const answer = await upstream(isOurs ? request : spelledFor(theirs, request));
    const { [DIALECT_HEADER]: claimed, ...headers } = answer.headers;
    if (theirs === OUR_DIALECT) return claimed === undefined ? answer : { ...answer, headers };
    return { ...answer, headers: { ...headers, [DIALECT_HEADER]: theirs } };
  };
}

function spelledFor(dialect: Dialect, request: HttpRequest): HttpRequest {
  const { [DIALECT_HEADER]: _, ...headers } = request.headers;
  return requestWith(request, { path: translatePath(request.path, OUR_DIALECT, dialect), headers });
}

async function askDialect(
  upstream: Upstream,
  probePath: string,
  maxBytes: number,
  { headers: { authorization }, signal }: HttpRequest
): Promise<Dialect | undefined> {
  const about = { method: 'GET', path: probePath };
  const response = await upstream({ ...about, query: '', headers: { authorization }, body: undefined, signal });
  const { body } = response;
  if (!isJson(response.headers) || !isOk(response)) {
    if (!isWhole(body)) await body.cancel();
    return undefined;
  }
  const received = await readLimited(about, 'answer', isWhole(body) ? body : chunksOf(body), maxBytes);
  return dialectOfText(new TextDecoder().decode(received));
}

function dialectOfText(text: string): Dialect | undefined {
  try {
    return dialectOf(parseJson(text));
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}
