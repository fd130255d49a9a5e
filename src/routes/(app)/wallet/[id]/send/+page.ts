import { loadErrorHelp } from '$lib/messages/errorHelp';
import { load as loadQr } from '$lib/messages/form/qr';
import { load as loadTexts } from '$lib/messages/wallet/send';

/** A pasted list is validated while typing. */
export const load = async (): Promise<void> => {
  await Promise.all([loadTexts(), loadErrorHelp(), loadQr()]);
};
