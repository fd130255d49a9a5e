import { redirect } from '@sveltejs/kit';
import { load as loadTexts } from '$lib/messages/login';
import { UnreachableError } from '$lib/api/http/errors';
import { openSession } from '$lib/state/shell/openSession';
import type { PageLoad } from './$types';

/** Destination after signing in: always an address of this origin, however it is written. */
function ownAddress(text: string | null, { origin }: URL): string {
  const address = URL.parse(text ?? '/', origin);
  return address?.origin === origin ? address.href : '/';
}

export const load: PageLoad = async ({ fetch, url }) => {
  const next = ownAddress(url.searchParams.get('next'), url);
  const [session] = await Promise.all([openSession(fetch).status(), loadTexts()]).catch((error: unknown) => {
    // While the server is down, the app opens without it and returns here when it responds.
    if (error instanceof UnreachableError) redirect(302, next);
    throw error;
  });
  // `again`: the cookie is valid, but the node no longer accepts its password.
  if (session.signedIn && url.hash === '' && !url.searchParams.has('again')) redirect(302, next);
  return { session, next };
};
