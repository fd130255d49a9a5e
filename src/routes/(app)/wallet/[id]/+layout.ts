import { load as loadProofs } from '$lib/messages/proofs';
import { load as loadWalletSign } from '$lib/messages/walletSign';
import type { LayoutLoad } from './$types';

export const load: LayoutLoad = async ({ params }) => {
  await Promise.all([loadProofs(), loadWalletSign()]);
  return { id: params.id };
};
