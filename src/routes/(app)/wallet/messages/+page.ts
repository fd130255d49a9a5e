import { loadErrorHelp } from '$lib/messages/errorHelp';
import { load as loadQr } from '$lib/messages/form/qr';
import { load as loadMessages } from '$lib/messages/wallet/message';
import { load as loadPolicy } from '$lib/messages/wallet/policy';
import { load as loadSign } from '$lib/messages/wallet/sign';

/** A pasted message is verified immediately. */
export const load = async () => {
  await Promise.all([loadMessages(), loadPolicy(), loadSign(), loadErrorHelp(), loadQr()]);
};
