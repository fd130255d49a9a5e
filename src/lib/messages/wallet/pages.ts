import type messages from '../en/wallet/pages';
import { locale } from '../locale';

/** Texts of the pages of one wallet, in the page's language once {@link load} has run. */
export let m: typeof messages;

export const load = async (): Promise<void> => {
  ({ default: m } = (await import(`../${locale()}/wallet/pages.ts`)) as { default: typeof messages });
};
