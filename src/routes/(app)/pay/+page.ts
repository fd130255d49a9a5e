import { loadErrorHelp } from '$lib/messages/errorHelp';
import { load as loadQr } from '$lib/messages/form/qr';
import { load as loadPay } from '$lib/messages/wallet/pay';

const KEPT = 'quarry:payment-link';

/**
 * Signing in loses the URL's fragment, which no server may see: it is kept in session storage for as long as the tab
 * lives.
 */
function keepFragment(): string {
  const isHere = location.pathname === '/pay' && location.hash !== '';
  if (isHere) sessionStorage.setItem(KEPT, location.hash);
  return sessionStorage.getItem(KEPT) ?? '';
}

export const load = async () => {
  const kept = keepFragment();
  await Promise.all([loadPay(), loadErrorHelp(), loadQr()]);
  return { kept };
};
