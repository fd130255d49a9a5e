import { load as loadPages } from '$lib/messages/chain/pages';
import { load as loadSync } from '$lib/messages/sync';
import { load as loadPolicy } from '$lib/messages/wallet/policy';

export const load = async () => {
  await Promise.all([loadPages(), loadPolicy(), loadSync()]);
};
