import { readLimited } from '$lib/api/body';
import { DIALECTS, OUR_DIALECT, translateJsonKeys, translatePath, type Dialect } from '$lib/api/dialect';
import { parseJson, stringifyJson } from '$lib/codec/json';
import { AppError } from '$lib/errors';
import { UPSTREAM_ORIGIN, type Upstream } from './upstream';

export interface DialectOptions {
  /** The upstream's dialect, when the configuration names it. */
  readonly dialect?: Dialect;
  /** A GET whose answer shows the dialect in its keys. */
  readonly probePath: string;
  /** Largest JSON held for translation, bytes. */
  readonly maxBytes: number;
}

/**
 * The upstream in our dialect: request path and JSON, and the JSON of answers, are translated; every other body passes
 * untouched. Which dialect it speaks is asked once, and again as long as there is no clear answer.
 */
export function inOurDialect(upstream: Upstream, { dialect, probePath, maxBytes }: DialectOptions): Upstream {
  let known = dialect;
  return async (request) => {
    known ??= await askDialect(upstream, probePath, maxBytes, request);
    const theirs = known ?? OUR_DIALECT;
    if (theirs === OUR_DIALECT) return upstream(request);
    const answer = await upstream(await translateRequest(request, theirs));
    if (!isJson(answer.headers)) return answer;
    const about = { method: request.method, path: new URL(request.url).pathname };
    const received = await readLimited(about, 'answer', answer.body, maxBytes);
    const { status, statusText, headers } = answer;
    const translated = translateText(new TextDecoder().decode(received), theirs, OUR_DIALECT);
    return new Response(translated, { status, statusText, headers });
  };
}

async function askDialect(
  upstream: Upstream,
  probePath: string,
  maxBytes: number,
  asking: Request
): Promise<Dialect | undefined> {
  const authorization = asking.headers.get('authorization');
  const headers = authorization === null ? undefined : { authorization };
  const response = await upstream(new Request(UPSTREAM_ORIGIN + probePath, { headers, signal: asking.signal }));
  if (!isJson(response.headers) || !response.ok) {
    await response.body?.cancel();
    return undefined;
  }
  const received = await readLimited({ method: 'GET', path: probePath }, 'answer', response.body, maxBytes);
  return dialectOf(new TextDecoder().decode(received));
}

/** The dialect whose names occur in the JSON; nothing when none does. */
function dialectOf(text: string): Dialect | undefined {
  try {
    const value = parseJson(text);
    const plain = stringifyJson(value);
    return DIALECTS.find((dialect) =>
      DIALECTS.some((other) => stringifyJson(translateJsonKeys(value, dialect, other)) !== plain)
    );
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}

async function translateRequest(request: Request, theirs: Dialect): Promise<Request> {
  const { pathname, search } = new URL(request.url);
  const url = `${UPSTREAM_ORIGIN}${translatePath(pathname, OUR_DIALECT, theirs)}${search}`;
  const { method, headers, signal } = request;
  if (!request.body) return new Request(url, { method, headers, signal });
  const body = isJson(headers) ? translateText(await request.text(), OUR_DIALECT, theirs) : await request.arrayBuffer();
  return new Request(url, { method, headers, signal, body });
}

/** Text that is not JSON after all stays as it is: whoever reads it will say so. */
function translateText(text: string, from: Dialect, to: Dialect): string {
  try {
    return stringifyJson(translateJsonKeys(parseJson(text), from, to));
  } catch (error) {
    if (error instanceof AppError) return text;
    throw error;
  }
}

const isJson = (headers: Headers): boolean => headers.get('content-type')?.startsWith('application/json') ?? false;
