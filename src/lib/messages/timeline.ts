import type messages from './en/timeline';
import { locale } from './locale';

/** Texts of the timelines of contracts, in the page's language once {@link load} has run. */
export let m: typeof messages;

export const load = async (): Promise<void> => {
  ({ default: m } = (await import(`./${locale()}/timeline.ts`)) as { default: typeof messages });
};
