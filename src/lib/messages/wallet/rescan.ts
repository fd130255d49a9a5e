import type messages from '../en/wallet/rescan';
import { locale } from '../locale';

/** Texts of the question before a rescan, in the page's language once {@link load} has run. */
export let m: typeof messages;

export const load = async (): Promise<void> => {
  ({ default: m } = (await import(`../${locale()}/wallet/rescan.ts`)) as { default: typeof messages });
};
