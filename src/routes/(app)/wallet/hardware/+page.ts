import { load as loadHardware } from '$lib/messages/wallet/hardware';

export const load = async () => loadHardware();
