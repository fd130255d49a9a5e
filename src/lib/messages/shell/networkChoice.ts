import type messages from '../en/shell/networkChoice';
import { locale } from '../locale';

/** Texts of the choice of a network, in the page's language once {@link load} has run. */
export let m: typeof messages;

export const load = async (): Promise<void> => {
  ({ default: m } = (await import(`../${locale()}/shell/networkChoice.ts`)) as { default: typeof messages });
};
