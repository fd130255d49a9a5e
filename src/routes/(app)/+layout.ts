import { redirect } from '@sveltejs/kit';
import { ConnectionClosedError, TimeoutError, UnreachableError } from '$lib/api/http/errors';
import type { SessionStatus } from '$lib/api/quarry/session';
import { openSession } from '$lib/state/shell/openSession';
import type { LayoutLoad } from './$types';

const NOBODY_THERE = [UnreachableError, ConnectionClosedError, TimeoutError];
/** What a page may do without Quarry's server: open the wallets of this device, and sign. */
const WORKS_OFFLINE = /^\/(wallet|sign|pay)(\/|$)/;
const OFFLINE: SessionStatus = {
  signedIn: false,
  mode: 'remote',
  services: [],
  elsewhere: [],
  ownPasswords: [],
  work: []
};

/**
 * Every page of the app needs a session; without one the reader signs in first and comes back to where they were going.
 * The wallet opens without a session where there is nobody to ask for one. Asked once, not at every step between pages;
 * a session that ends meanwhile shows in the header.
 */
export const load: LayoutLoad = async ({ fetch, url, untrack, depends }) => {
  depends('quarry:session');
  const { pathname, search } = untrack(() => ({ pathname: url.pathname, search: url.search }));
  try {
    const session = await openSession(fetch).status();
    if (session.signedIn) return { session, offline: false };
  } catch (error) {
    const nobodyThere = NOBODY_THERE.some((kind) => error instanceof kind);
    if (nobodyThere && WORKS_OFFLINE.test(pathname)) return { session: OFFLINE, offline: true };
    throw error;
  }
  redirect(302, `/login?next=${encodeURIComponent(pathname + search)}`);
};
