import { load as loadQuantities } from '$lib/messages/form/quantity';
import { load as loadHistory } from '$lib/messages/history';
import { load as loadHost } from '$lib/messages/host/overview';
import { load as loadVerdict } from '$lib/messages/host/verdict';
import { load as loadMarket } from '$lib/messages/simulatedMarket';

export const load = async (): Promise<void> => {
  await Promise.all([loadHost(), loadVerdict(), loadMarket(), loadHistory(), loadQuantities()]);
};
