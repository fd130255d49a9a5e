import type messages from '../en/chain/pages';
import { locale } from '../locale';

/** Texts of the chain's layout and list of blocks, and those that all its pages share, in the page's language once {@link load} has run. */
export let m: typeof messages;

export const load = async (): Promise<void> => {
  ({ default: m } = (await import(`../${locale()}/chain/pages.ts`)) as { default: typeof messages });
};
