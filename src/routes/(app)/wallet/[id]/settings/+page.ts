import { load as loadPolicy } from '$lib/messages/policy';
import { load as loadWalletSettings } from '$lib/messages/walletSettings';

export const load = async () => {
  await Promise.all([loadPolicy(), loadWalletSettings()]);
};
