import { load as loadNetworkChoice } from '$lib/messages/shell/networkChoice';
import { load as loadSettings } from '$lib/messages/shell/settings';

export const load = async (): Promise<void> => {
  await Promise.all([loadSettings(), loadNetworkChoice()]);
};
