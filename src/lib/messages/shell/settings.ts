import type messages from '../en/shell/settings';
import { locale } from '../locale';

/** Texts of the Settings page, in the page's language once {@link load} has run. */
export let m: typeof messages;

export const load = async (): Promise<void> => {
  ({ default: m } = (await import(`../${locale()}/shell/settings.ts`)) as { default: typeof messages });
};
