import type messages from './en/overview';
import { locale } from './locale';

/** Texts of the Overview, in the page's language once {@link load} has run. */
export let m: typeof messages;

export const load = async (): Promise<void> => {
  ({ default: m } = (await import(`./${locale()}/overview.ts`)) as { default: typeof messages });
};
