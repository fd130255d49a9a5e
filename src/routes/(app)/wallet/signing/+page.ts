import { loadErrorHelp } from '$lib/messages/errorHelp';
import { load as loadTexts } from '$lib/messages/wallet/setup';

/** A phrase is checked while it is typed. */
export const load = async (): Promise<void> => {
  await Promise.all([loadTexts(), loadErrorHelp()]);
};
