import { redirect } from '@sveltejs/kit';
import { ConnectionClosedError, HttpError, TimeoutError, UnreachableError } from '$lib/api/http/errors';
import type { SessionStatus } from '$lib/api/quarry/session';
import { lastKnownSession, openSession } from '$lib/state/shell/openSession';
import type { LayoutLoad } from './$types';

const NOBODY_THERE = [UnreachableError, ConnectionClosedError, TimeoutError];
/** Responses of a reverse proxy while the server is down. */
const GATEWAY_STATUS = [502, 503, 504];

const isServerGone = (error: unknown): boolean =>
  NOBODY_THERE.some((kind) => error instanceof kind) ||
  (error instanceof HttpError && GATEWAY_STATUS.includes(error.status));

/** Before the first sign-in or after signing out. */
const OFFLINE: SessionStatus = {
  signedIn: false,
  mode: 'remote',
  services: [],
  elsewhere: [],
  ownPasswords: [],
  work: []
};

/**
 * Every page of the app needs a session; without one, the user signs in first and then returns to the requested page.
 * While the server is down, pages open with the last known session. Loaded once rather than on every navigation; a
 * session that expires in the meantime is reported in the header.
 */
export const load: LayoutLoad = async ({ fetch, url, untrack, depends }) => {
  depends('quarry:session');
  const { pathname, search } = untrack(() => ({ pathname: url.pathname, search: url.search }));
  try {
    const session = await openSession(fetch).status();
    if (session.signedIn) return { session, offline: false };
  } catch (error) {
    if (!isServerGone(error)) throw error;
    return { session: lastKnownSession() ?? OFFLINE, offline: true };
  }
  redirect(302, `/login?next=${encodeURIComponent(pathname + search)}`);
};
