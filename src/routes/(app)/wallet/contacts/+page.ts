import { loadErrorHelp } from '$lib/messages/errorHelp';
import { load as loadContacts } from '$lib/messages/wallet/contacts';
import { load as loadSend } from '$lib/messages/wallet/send';

export const load = async () => {
  await Promise.all([loadContacts(), loadSend(), loadErrorHelp()]);
};
