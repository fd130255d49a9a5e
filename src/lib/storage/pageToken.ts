import { PAGE_TOKEN_HEADER } from '$lib/api/quarry/pageToken';
import { AppError } from '$lib/errors';
import { takeEarlyAnswer } from './earlyAnswers';

// In local storage, which belongs to one origin including its port, outlives the tab, and is shared by all tabs.
const KEY = 'quarry:page-token';

/** The browser does not store the page token, so signing in is impossible. */
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
    throw new PageTokenRefusedError('The browser refused to store the page token.', { cause: error });
  }
}

/** After signing out. */
export function forgetPageToken(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // Blocked, so there is none.
  }
}

/** Calls the listener when another tab signed in or out. @returns a function that stops it */
export function onPageToken(listener: () => void): () => void {
  const stop = new AbortController();
  const changed = ({ key }: StorageEvent) => (key === KEY ? listener() : undefined);
  addEventListener('storage', changed, { signal: stop.signal });
  return () => stop.abort();
}

/**
 * A `fetch` for Quarry's own server only, which adds the current page token. Requests that the document has already
 * sent are not sent again.
 */
export const fetchWithToken =
  (fetch: (request: Request) => Promise<Response>) =>
  (request: Request): Promise<Response> => {
    const token = readPageToken();
    if (token !== undefined) request.headers.set(PAGE_TOKEN_HEADER, token);
    return takeEarlyAnswer(request)?.catch(() => fetch(request)) ?? fetch(request);
  };
