import { loadErrorHelp } from '$lib/messages/errorHelp';
import { load as loadTexts } from '$lib/messages/wallet/setup';

/** Phrases and lists are validated while typing. */
export const load = async (): Promise<void> => {
  await Promise.all([loadTexts(), loadErrorHelp()]);
};
