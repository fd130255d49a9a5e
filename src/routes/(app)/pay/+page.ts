import { redirect } from '@sveltejs/kit';
import { loadErrorHelp } from '$lib/messages/errorHelp';
import { load as loadQr } from '$lib/messages/form/qr';
import { load as loadPay } from '$lib/messages/wallet/pay';
import type { PageLoad } from './$types';

const KEPT = 'quarry:payment-link';

/**
 * Signing in loses the URL's fragment, which no server may see: session storage keeps it until then. Loads from the
 * sign-in page return to it; any other load discards it, so that an old link does not reappear.
 */
export const load: PageLoad = async ({ parent }) => {
  const { pathname, hash } = location;
  if (pathname === '/pay' && hash !== '') sessionStorage.setItem(KEPT, hash);
  // Redirects to the sign-in page if there is no session.
  await Promise.all([parent(), loadPay(), loadErrorHelp(), loadQr()]);
  const kept = sessionStorage.getItem(KEPT);
  sessionStorage.removeItem(KEPT);
  if (pathname === '/login' && kept !== null) redirect(307, `/pay${kept}`);
};
