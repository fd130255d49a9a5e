import { load as loadPages } from '$lib/messages/wallet/pages';
import { load as loadPhrase } from '$lib/messages/wallet/phrase';
import { load as loadProofs } from '$lib/messages/wallet/proofs';
import { load as loadWalletSign } from '$lib/messages/wallet/sign';
import type { LayoutLoad } from './$types';

export const load: LayoutLoad = async ({ params }) => {
  await Promise.all([loadPages(), loadProofs(), loadWalletSign(), loadPhrase()]);
  return { id: params.id };
};
