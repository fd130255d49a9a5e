import { readLimited } from '$lib/api/http/body';
import { dialectOf, OUR_DIALECT, type Dialect } from '$lib/api/dialect';
import { parseJson } from '$lib/codec/json';
import { isJson, translateRequest, translateText } from './translate';
import { AppError } from '$lib/errors';
import { UPSTREAM_ORIGIN, type Upstream } from '../http/upstream';

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
export function normalizeDialect(upstream: Upstream, { dialect, probePath, maxBytes }: DialectOptions): Upstream {
  let known = dialect;
  return async (request) => {
    known ??= await askDialect(upstream, probePath, maxBytes, request);
    const theirs = known ?? OUR_DIALECT;
    if (theirs === OUR_DIALECT) return upstream(request);
    const answer = await upstream(await translateRequest(request, OUR_DIALECT, theirs));
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
