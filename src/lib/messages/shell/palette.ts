import type messages from '../en/shell/palette';
import { locale } from '../locale';

/** Texts of the command palette and the list of nodes to switch to, in the page's language once {@link load} has run. */
export let m: typeof messages;

export const load = async (): Promise<void> => {
  ({ default: m } = (await import(`../${locale()}/shell/palette.ts`)) as { default: typeof messages });
};
