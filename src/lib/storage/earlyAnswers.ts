import { CONNECTION_HEADER } from '$lib/api/quarry/connectionHeader';
import { PAGE_TOKEN_HEADER } from '$lib/api/quarry/pageToken';

/** A request that app.html sent before the scripts were loaded. */
interface EarlyRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly answer: Promise<Response>;
}

declare global {
  interface Window {
    /** By path; each response is used once. */
    earlyAnswers?: Map<string, EarlyRequest>;
  }
}

/** Headers that determine the response. */
const OWN_HEADERS = [PAGE_TOKEN_HEADER, CONNECTION_HEADER];
/** Older responses are stale. */
const MAX_AGE_MS = 20_000;

/**
 * The response to a request that the document has already sent with the same page token and connection; undefined if
 * there is none. Rejects if that request failed.
 */
export function takeEarlyAnswer(request: Request): Promise<Response> | undefined {
  const early = globalThis.window?.earlyAnswers;
  if (early === undefined || request.method !== 'GET') return undefined;
  const { pathname, search } = new URL(request.url);
  const sent = early.get(pathname + search);
  if (sent === undefined) return undefined;
  early.delete(pathname + search);
  const isSame = OWN_HEADERS.every((name) => request.headers.get(name) === (sent.headers[name] ?? null));
  return isSame && performance.now() < MAX_AGE_MS ? sent.answer : undefined;
}
