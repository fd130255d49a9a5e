import type messages from '../en/chain/check';
import { locale } from '../locale';

/** Texts of the light client's page, in the page's language once {@link load} has run. */
export let m: typeof messages;

export const load = async (): Promise<void> => {
  ({ default: m } = (await import(`../${locale()}/chain/check.ts`)) as { default: typeof messages });
};
