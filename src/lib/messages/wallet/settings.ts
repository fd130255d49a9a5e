import type messages from '../en/wallet/settings';
import { locale } from '../locale';

/** Texts of a wallet's settings, in the page's language once {@link load} has run. */
export let m: typeof messages;

export const load = async (): Promise<void> => {
  ({ default: m } = (await import(`../${locale()}/wallet/settings.ts`)) as { default: typeof messages });
};
