import type messages from '../en/mining/history';
import { locale } from '../locale';

/** Texts about the history of mining, in the page's language once {@link load} has run. */
export let m: typeof messages;

export const load = async (): Promise<void> => {
  ({ default: m } = (await import(`../${locale()}/mining/history.ts`)) as { default: typeof messages });
};
