import { redirect } from '@sveltejs/kit';
import { ownSession } from '$lib/state/access.svelte';
import type { PageLoad } from './$types';

/** Where to go after signing in: a path of ours, never an address of another site. */
const ownPath = (text: string | null): string => (text && /^\/(?![/\\])/.test(text) ? text : '/');

export const load: PageLoad = async ({ fetch, url }) => {
  const session = await ownSession(fetch).status();
  const next = ownPath(url.searchParams.get('next'));
  // `again`: the cookie is there, but the node no longer takes the password in it.
  if (session.signedIn && url.hash === '' && !url.searchParams.has('again')) redirect(302, next);
  return { session, next };
};
