import type messages from '../en/shell/errorPage';
import { locale } from '../locale';

/** Texts of the pages that say that another could not be shown, in the page's language once {@link load} has run. */
export let m: typeof messages;

export const load = async (): Promise<void> => {
  ({ default: m } = (await import(`../${locale()}/shell/errorPage.ts`)) as { default: typeof messages });
};
