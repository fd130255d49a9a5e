import { load as loadImport } from '$lib/messages/wallet/outputImport';
import { load as loadPolicy } from '$lib/messages/wallet/policy';
import { load as loadWalletSettings } from '$lib/messages/wallet/settings';

export const load = async () => {
  await Promise.all([loadImport(), loadPolicy(), loadWalletSettings()]);
};
