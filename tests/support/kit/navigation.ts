import { onMount } from 'svelte';
import type { BeforeNavigate } from '@sveltejs/kit';
import { page } from './state.svelte';

const showState = (_path: string, state: object): void => void (page.state = state);
const readAgain = async (): Promise<void> => undefined;

/** `$app/navigation` for components that are mounted without SvelteKit: only the address changes. */
export const goto = async (path: string): Promise<void> => void (page.url = new URL(path, page.url));

export { showState as pushState, showState as replaceState, readAgain as invalidate, readAgain as invalidateAll };

type Ask = (navigation: BeforeNavigate) => void;
const asked = new Set<Ask>();
export const beforeNavigate = (ask: Ask): void => onMount(() => (asked.add(ask), () => asked.delete(ask)));
/** Announces a navigation to the mounted components, as SvelteKit does before it leaves the page. */
export const announce = (navigation: Pick<BeforeNavigate, 'type'>): void => {
  for (const ask of asked) ask(navigation as BeforeNavigate);
};

export const afterNavigate = (): void => undefined;
