import { load as loadTexts } from '$lib/messages/chain/details';
import type { PageLoad } from './$types';

export const load: PageLoad = async ({ params }) => {
  await loadTexts();
  return { id: params.id.toLowerCase() };
};
