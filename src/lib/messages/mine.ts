import type messages from './en/mine';
import { locale } from './locale';

/** Texts of the Mine page, in the page's language once {@link load} has run. */
export let m: typeof messages;

export const load = async (): Promise<void> => {
  ({ default: m } = (await import(`./${locale()}/mine.ts`)) as { default: typeof messages });
};
