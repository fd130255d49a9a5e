import type messages from '../en/mining/mine';
import { locale } from '../locale';

/** Texts of the Mine page, in the page's language once {@link load} has run. */
export let m: typeof messages;

export const load = async (): Promise<void> => {
  ({ default: m } = (await import(`../${locale()}/mining/mine.ts`)) as { default: typeof messages });
};
