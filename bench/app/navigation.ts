import { page } from './state.svelte';

/** Updates the URL like SvelteKit does if nothing has to be loaded. */
export const goto = async (href: string): Promise<void> => {
  page.url = new URL(href, page.url);
};
export const beforeNavigate = (): void => {};
export const afterNavigate = (): void => {};
