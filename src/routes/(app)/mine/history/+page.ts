import { load as loadMine } from '$lib/messages/mining/mine';
import { load as loadHistory } from '$lib/messages/mining/history';

// Names of engines are among the texts of the Mine page.
export const load = async (): Promise<void> => {
  await Promise.all([loadHistory(), loadMine()]);
};
