import { load as loadPolicy } from '$lib/messages/policy';
import { load as loadWalletSetup } from '$lib/messages/walletSetup';

export const load = async () => {
  await Promise.all([loadPolicy(), loadWalletSetup()]);
};
