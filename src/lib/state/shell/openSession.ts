import { createSession, type Session } from '$lib/api/quarry/session';
import { fetchWithToken, forgetPageToken, storePageToken } from '$lib/storage/pageToken';

/**
 * Quarry's own server, asked by the page. Signing in stores the page token of the session, signing out deletes it.
 * @param fetchWith the one a `load` function was given, where there is one
 */
export function openSession(fetchWith: typeof fetch = fetch): Session {
  const session = createSession({ fetch: fetchWithToken((request) => fetchWith(request)), baseUrl: '/api' });
  return {
    ...session,
    async signIn(...call) {
      const result = await session.signIn(...call);
      storePageToken(result.pageToken);
      return result;
    },
    async signOut(...call) {
      await session.signOut(...call);
      forgetPageToken();
    }
  };
}
