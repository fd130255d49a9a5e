import { load as loadDetails } from '$lib/messages/chain/details';
import { load as loadTexts } from '$lib/messages/chain/validate';
import { loadErrorHelp } from '$lib/messages/errorHelp';

/** Decoded transactions are shown as on their own pages. */
export const load = async (): Promise<void> => {
  await Promise.all([loadTexts(), loadDetails(), loadErrorHelp()]);
};
