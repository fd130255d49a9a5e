import { redirect } from '@sveltejs/kit';
import { ownSession } from '$lib/state/access.svelte';
import type { LayoutLoad } from './$types';

/** Every page of the app needs a session; without one the reader signs in first and comes back to where they were going. */
export const load: LayoutLoad = async ({ fetch, url }) => {
  const session = await ownSession(fetch).status();
  if (!session.signedIn) redirect(302, `/login?next=${encodeURIComponent(url.pathname + url.search)}`);
  return { session };
};
