import type messages from './en/prices';
import { locale } from './locale';

/** Texts about prices of the coin, in the page's language once {@link load} has run. */
export let m: typeof messages;

export const load = async (): Promise<void> => {
  ({ default: m } = (await import(`./${locale()}/prices.ts`)) as { default: typeof messages });
};
