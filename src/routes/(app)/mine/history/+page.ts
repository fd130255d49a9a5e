import { load as loadMine } from '$lib/messages/mine';
import { load as loadHistory } from '$lib/messages/miningHistory';

// Names of engines are among the texts of the Mine page.
export const load = async (): Promise<void> => {
  await Promise.all([loadHistory(), loadMine()]);
};
