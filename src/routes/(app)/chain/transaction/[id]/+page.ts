import type { PageLoad } from './$types';

/** `in` is the block that the reader came from. */
export const load: PageLoad = ({ params, url }) => ({
  id: params.id.toLowerCase(),
  inBlock: url.searchParams.get('in') ?? undefined
});
