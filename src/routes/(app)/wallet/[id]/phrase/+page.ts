import { load as loadWalletSettings } from '$lib/messages/wallet/settings';
import { load as loadSetup } from '$lib/messages/wallet/setup';

export const load = () => Promise.all([loadWalletSettings(), loadSetup()]).then(() => undefined);
