import { CONNECTION_HEADER } from '$lib/api/quarry/connectionHeader';
import { PAGE_TOKEN_HEADER } from '$lib/api/quarry/pageToken';

/** A request that app.html sent before the scripts were there. */
interface EarlyRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly answer: Promise<Response>;
}

declare global {
  interface Window {
    /** By path; each answer is taken once. */
    earlyAnswers?: Map<string, EarlyRequest>;
  }
}

/** Those that decide what is answered. */
const OWN_HEADERS = [PAGE_TOKEN_HEADER, CONNECTION_HEADER];
/** Older answers are not those that a page needs now. */
const MAX_AGE_MS = 20_000;

/**
 * The answer to a request that the document has sent already, with the same page token and connection; undefined without
 * one. It rejects where that request failed.
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
