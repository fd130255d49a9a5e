import { load as loadConstants } from '$lib/messages/daemon/constants';
import { load as loadPage } from '$lib/messages/daemon/page';
import { load as loadQuantities } from '$lib/messages/form/quantity';
import { load as loadMarket } from '$lib/messages/simulatedMarket';
import { load as loadLimits } from '$lib/messages/speedLimits';

export const load = async (): Promise<void> => {
  await Promise.all([loadPage(), loadConstants(), loadLimits(), loadMarket(), loadQuantities()]);
};
