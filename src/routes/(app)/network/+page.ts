import { load as loadPage } from '$lib/messages/network';
import { load as loadLimits } from '$lib/messages/speedLimits';

export const load = async (): Promise<void> => {
  await Promise.all([loadPage(), loadLimits()]);
};
