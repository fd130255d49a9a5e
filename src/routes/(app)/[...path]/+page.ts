import { error } from '@sveltejs/kit';

/** Unknown addresses, shown inside the app: with navigation and search. */
export const load = () => error(404);
