import { load as loadQuantities } from '$lib/messages/form/quantity';
import { load as loadHistory } from '$lib/messages/history';
import { load as loadPages } from '$lib/messages/renter/overview';
import { load as loadMarket } from '$lib/messages/simulatedMarket';

export const load = async (): Promise<void> => {
  await Promise.all([loadPages(), loadMarket(), loadHistory(), loadQuantities()]);
};
