import { load as loadTexts } from '$lib/messages/chain/details';
import type { PageLoad } from './$types';

/** `in` is the block that the user came from. */
export const load: PageLoad = async ({ params, url }) => {
  await loadTexts();
  return { id: params.id.toLowerCase(), inBlock: url.searchParams.get('in') ?? undefined };
};
