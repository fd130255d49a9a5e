import { loadErrorHelp } from '$lib/messages/errorHelp';
import { load as loadTexts } from '$lib/messages/host/storage';

/** Notices explain why a folder was not changed. */
export const load = async (): Promise<void> => {
  await Promise.all([loadTexts(), loadErrorHelp()]);
};
