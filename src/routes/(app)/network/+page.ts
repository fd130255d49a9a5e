import { load as loadQuantities } from '$lib/messages/form/quantity';
import { load as loadHistory } from '$lib/messages/history';
import { load as loadPage } from '$lib/messages/network';
import { load as loadLimits } from '$lib/messages/speedLimits';
import { load as loadSync } from '$lib/messages/sync';

export const load = async (): Promise<void> => {
  await Promise.all([loadPage(), loadLimits(), loadHistory(), loadSync(), loadQuantities()]);
};
