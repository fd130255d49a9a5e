import { load as loadMine } from '$lib/messages/mining/mine';
import { load as loadHistory } from '$lib/messages/mining/history';

// Engine names are part of the Mine page's texts.
export const load = async (): Promise<void> => {
  await Promise.all([loadHistory(), loadMine()]);
};
