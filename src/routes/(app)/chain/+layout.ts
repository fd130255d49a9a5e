import { load as loadPages } from '$lib/messages/chain/pages';
import { load as loadPolicy } from '$lib/messages/wallet/policy';

export const load = async () => {
  await Promise.all([loadPages(), loadPolicy()]);
};
