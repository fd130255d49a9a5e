import type messages from '../en/shell/shortcuts';
import { locale } from '../locale';

/** Texts of the list of keyboard shortcuts, in the page's language once {@link load} has run. */
export let m: typeof messages;

export const load = async (): Promise<void> => {
  ({ default: m } = (await import(`../${locale()}/shell/shortcuts.ts`)) as { default: typeof messages });
};
