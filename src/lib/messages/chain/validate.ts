import type messages from '../en/chain/validate';
import { locale } from '../locale';

/** Texts of the page that validates transactions, in the page's language once {@link load} has run. */
export let m: typeof messages;

export const load = async (): Promise<void> => {
  ({ default: m } = (await import(`../${locale()}/chain/validate.ts`)) as { default: typeof messages });
};
