import { page } from './state.svelte';

const showState = (_path: string, state: object): void => void (page.state = state);
const readAgain = async (): Promise<void> => undefined;

/** `$app/navigation` for components that are mounted without SvelteKit: only the address changes. */
export const goto = async (path: string): Promise<void> => void (page.url = new URL(path, page.url));

export { showState as pushState, showState as replaceState, readAgain as invalidate, readAgain as invalidateAll };
export const beforeNavigate = (): void => undefined;
export const afterNavigate = (): void => undefined;
