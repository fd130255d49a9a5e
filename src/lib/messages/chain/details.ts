import type messages from '../en/chain/details';
import { locale } from '../locale';

/** Texts of the pages of one block, transaction, output, address or contract, in the page's language once {@link load} has run. */
export let m: typeof messages;

export const load = async (): Promise<void> => {
  ({ default: m } = (await import(`../${locale()}/chain/details.ts`)) as { default: typeof messages });
};
