import type messages from '../en/mining/pauses';
import { locale } from '../locale';

/** Texts about pauses of mining, in the page's language once {@link load} has run. */
export let m: typeof messages;

export const load = async (): Promise<void> => {
  ({ default: m } = (await import(`../${locale()}/mining/pauses.ts`)) as { default: typeof messages });
};
