import { createSession, type Session } from '$lib/api/quarry/session';
import { forgetLastSession, readLastSession, storeLastSession } from '$lib/storage/lastSession';
import { fetchWithToken, forgetPageToken, storePageToken } from '$lib/storage/pageToken';

/**
 * Quarry's own server, asked by the page. Signing in stores the page token of the session, signing out deletes it. The last
 * status is stored for the time the server is down.
 * @param fetchWith the one a `load` function was given, where there is one
 */
export function openSession(fetchWith: typeof fetch = fetch): Session {
  const session = createSession({ fetch: fetchWithToken((request) => fetchWith(request)), baseUrl: '/api' });
  return {
    ...session,
    async status(...call) {
      const result = await session.status(...call);
      if (result.signedIn) storeLastSession(result);
      else forgetLastSession();
      return result;
    },
    async signIn(...call) {
      const result = await session.signIn(...call);
      storePageToken(result.pageToken);
      return result;
    },
    async signOut(...call) {
      await session.signOut(...call);
      forgetPageToken();
      forgetLastSession();
    }
  };
}

/** The session as the server last described it; undefined when signed out. */
export const lastKnownSession = readLastSession;
