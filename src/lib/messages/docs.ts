import type messages from './en/docs';
import { locale } from './locale';

/** Texts around the documentation, in the page's language once {@link load} has run. */
export let m: typeof messages;

export const load = async (): Promise<void> => {
  ({ default: m } = (await import(`./${locale()}/docs.ts`)) as { default: typeof messages });
};
