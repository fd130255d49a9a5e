import { error } from '@sveltejs/kit';

/** Unknown paths, handled inside the app, with navigation and search. */
export const load = () => error(404);
