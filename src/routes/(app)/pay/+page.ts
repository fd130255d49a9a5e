import { loadErrorHelp } from '$lib/messages/errorHelp';
import { load as loadQr } from '$lib/messages/form/qr';
import { load as loadPay } from '$lib/messages/wallet/pay';

const KEPT = 'quarry:payment-link';

/**
 * The way over the sign-in loses the fragment of an address, and no server may see it: it waits in this tab, for as long
 * as the tab lives.
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
