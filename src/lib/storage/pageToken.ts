import { PAGE_TOKEN_HEADER } from '$lib/api/quarry/pageToken';
import { AppError } from '$lib/errors';
import { takeEarlyAnswer } from './earlyAnswers';

// Local storage: it belongs to this origin, port included, outlives the tab, and every tab sees a new one at once.
const KEY = 'quarry:page-token';

/** The browser keeps no page token, so nobody can be signed in. */
export class PageTokenRefusedError extends AppError {
  readonly code = 'session/no-storage';
}

/** The page token of the session; undefined before the first sign-in. */
export function readPageToken(): string | undefined {
  try {
    return localStorage.getItem(KEY) ?? undefined;
  } catch {
    return undefined;
  }
}

/** @throws {PageTokenRefusedError} */
export function storePageToken(token: string): void {
  try {
    localStorage.setItem(KEY, token);
  } catch (error) {
    throw new PageTokenRefusedError('The browser refuses to store the page token.', { cause: error });
  }
}

/** After signing out. */
export function forgetPageToken(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // Refused: then there is none.
  }
}

/** Calls the listener when another tab signed in or out. @returns stops it */
export function onPageToken(listener: () => void): () => void {
  const stop = new AbortController();
  const changed = ({ key }: StorageEvent) => (key === KEY ? listener() : undefined);
  addEventListener('storage', changed, { signal: stop.signal });
  return () => stop.abort();
}

/**
 * A `fetch` for Quarry's own server only: the page token goes along, of the session as it is at this moment. What the
 * document has asked already is not asked again.
 */
export const fetchWithToken =
  (fetch: (request: Request) => Promise<Response>) =>
  (request: Request): Promise<Response> => {
    const token = readPageToken();
    if (token !== undefined) request.headers.set(PAGE_TOKEN_HEADER, token);
    return takeEarlyAnswer(request)?.catch(() => fetch(request)) ?? fetch(request);
  };
