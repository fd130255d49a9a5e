import { load as loadQuantities } from '$lib/messages/form/quantity';
import { load as loadPages } from '$lib/messages/hosts/list';
import { load as loadMarket } from '$lib/messages/simulatedMarket';

export const load = async (): Promise<void> => {
  await Promise.all([loadPages(), loadMarket(), loadQuantities()]);
};
