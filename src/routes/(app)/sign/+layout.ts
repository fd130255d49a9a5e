import { load as loadQr } from '$lib/messages/form/qr';
import { load as loadPages } from '$lib/messages/wallet/sign';
import { load as loadOpening } from '$lib/messages/wallet/opening';

export const load = async (): Promise<void> => {
  await Promise.all([loadPages(), loadOpening(), loadQr()]);
};
