import { page } from './state.svelte';

/** Writes the address as SvelteKit does when nothing has to be loaded. */
export const goto = async (href: string): Promise<void> => {
  page.url = new URL(href, page.url);
};
export const beforeNavigate = (): void => {};
export const afterNavigate = (): void => {};
