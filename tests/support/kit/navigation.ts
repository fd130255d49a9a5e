import { page } from './state.svelte';

/** `$app/navigation` for components that are mounted without SvelteKit: only the address changes. */
export const goto = async (path: string): Promise<void> => void (page.url = new URL(path, page.url));

export const pushState = (_path: string, state: object): void => void (page.state = state);
export const replaceState = pushState;
export const invalidate = async (): Promise<void> => undefined;
export const invalidateAll = invalidate;
export const beforeNavigate = (): void => undefined;
export const afterNavigate = (): void => undefined;
