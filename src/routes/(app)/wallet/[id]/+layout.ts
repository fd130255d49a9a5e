import type { LayoutLoad } from './$types';

export const load: LayoutLoad = ({ params }) => ({ id: params.id });
