import { loadErrorHelp } from '$lib/messages/errorHelp';
import { load as loadPolicy } from '$lib/messages/wallet/policy';
import { load as loadWalletSetup } from '$lib/messages/wallet/setup';

/** Policies are validated while typing. */
export const load = async () => {
  await Promise.all([loadPolicy(), loadWalletSetup(), loadErrorHelp()]);
};
