import { createSession, type Session } from '$lib/api/quarry/session';
import { forgetLastSession, readLastSession, storeLastSession } from '$lib/storage/lastSession';
import { fetchWithToken, forgetPageToken, storePageToken } from '$lib/storage/pageToken';

/**
 * Session of Quarry's own server. Signing in stores the session's page token, signing out deletes it. The last status
 * is stored for times when the server is down.
 * @param fetchWith `fetch` of a `load` function, where available
 */
export function openSession(fetchWith: (request: Request) => Promise<Response> = fetch): Session {
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

/** The session as last reported by the server; undefined when signed out. */
export const lastKnownSession = readLastSession;
