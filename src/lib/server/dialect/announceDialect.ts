import { readLimited } from '$lib/api/http/body';
import { DialectError } from '$lib/api/http/errors';
import type { RequestParts } from '$lib/api/http/request';
import { DIALECT_HEADER, dialectIn } from '$lib/api/http/spelling';
import { dialectOf, OUR_DIALECT, translatePath, type Dialect } from '$lib/api/dialect';
import { parseJson } from '$lib/codec/json';
import { isJson } from './translate';
import { AppError } from '$lib/errors';
import { followingRequest } from '../http/followingRequest';
import { UPSTREAM_ORIGIN, type Upstream } from '../http/upstream';

export interface DialectOptions {
  /** The upstream's dialect, if configured. */
  readonly dialect?: Dialect;
  /** A GET whose response shows the dialect in its keys. */
  readonly probePath: string;
  /** Maximum size of the probe's response, bytes. */
  readonly maxBytes: number;
}

/**
 * Wraps an upstream: responses in another dialect than ours get a header that says so. Bodies pass unchanged in both
 * directions; the page's transport translates them. Request paths are translated here. The dialect is probed once, and
 * again as long as the result is unclear.
 * @throws {DialectError} a body in another dialect than the upstream's; it was not sent
 */
export function announceDialect(upstream: Upstream, { dialect, probePath, maxBytes }: DialectOptions): Upstream {
  let known = dialect;
  return async (request) => {
    known ??= await askDialect(upstream, probePath, maxBytes, request);
    const theirs = known ?? OUR_DIALECT;
    const written = dialectIn(request.headers) ?? OUR_DIALECT;
    if (isJson(request.headers) && written !== theirs) {
      const about = { method: request.method, path: new URL(request.url).pathname };
      throw new DialectError(about, theirs === OUR_DIALECT ? undefined : theirs);
    }
    const isOurs = theirs === OUR_DIALECT && !request.headers.has(DIALECT_HEADER);
    const answer = await upstream(isOurs ? request : await spelledFor(theirs, request));
    if (theirs === OUR_DIALECT && !answer.headers.has(DIALECT_HEADER)) return answer;
    const { status, statusText, headers, body } = answer;
    const announced = new Headers(headers);
    if (theirs === OUR_DIALECT) announced.delete(DIALECT_HEADER);
    else announced.set(DIALECT_HEADER, theirs);
    return new Response(body, { status, statusText, headers: announced });
  };
}

async function spelledFor(dialect: Dialect, request: RequestParts): Promise<Request> {
  const { pathname, search } = new URL(request.url);
  const { method, signal } = request;
  const headers = new Headers(request.headers);
  headers.delete(DIALECT_HEADER);
  const url = `${UPSTREAM_ORIGIN}${translatePath(pathname, OUR_DIALECT, dialect)}${search}`;
  return followingRequest(url, { method, headers, signal, body: request.body && (await request.arrayBuffer()) });
}

async function askDialect(
  upstream: Upstream,
  probePath: string,
  maxBytes: number,
  asking: RequestParts
): Promise<Dialect | undefined> {
  const authorization = asking.headers.get('authorization');
  const headers = authorization === null ? undefined : { authorization };
  const response = await upstream(followingRequest(UPSTREAM_ORIGIN + probePath, { headers, signal: asking.signal }));
  if (!isJson(response.headers) || !response.ok) {
    await response.body?.cancel();
    return undefined;
  }
  const received = await readLimited({ method: 'GET', path: probePath }, 'answer', response.body, maxBytes);
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
