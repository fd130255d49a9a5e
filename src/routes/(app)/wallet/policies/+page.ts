import { load as loadPolicy } from '$lib/messages/wallet/policy';
import { load as loadWalletSetup } from '$lib/messages/wallet/setup';

export const load = async () => {
  await Promise.all([loadPolicy(), loadWalletSetup()]);
};
