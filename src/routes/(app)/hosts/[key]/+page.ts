import { load as loadMessages } from '$lib/messages/hosts/host';
import type { PageLoad } from './$types';

/** The host's public key, `ed25519:<64 hex>`. */
export const load: PageLoad = async ({ params }) => {
  await loadMessages();
  return { key: params.key };
};
