import type messages from '../en/wallet/sign';
import { locale } from '../locale';

/** Texts of unlocking, reviewing, signing and carrying a transfer, in the page's language once {@link load} has run. */
export let m: typeof messages;

export const load = async (): Promise<void> => {
  ({ default: m } = (await import(`../${locale()}/wallet/sign.ts`)) as { default: typeof messages });
};
