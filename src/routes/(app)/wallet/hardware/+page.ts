import { load as loadHardware } from '$lib/messages/wallet/hardware';
import { load as loadSetup } from '$lib/messages/wallet/setup';

export const load = async () => {
  await Promise.all([loadHardware(), loadSetup()]);
};
