import type messages from '../en/shell/help';
import { locale } from '../locale';

/** Texts of the Help page, in the page's language once {@link load} has run. */
export let m: typeof messages;

export const load = async (): Promise<void> => {
  ({ default: m } = (await import(`../${locale()}/shell/help.ts`)) as { default: typeof messages });
};
