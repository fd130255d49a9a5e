import type messages from '../en/wallet/pay';
import { locale } from '../locale';

/** Texts of the page that payment links open, in the page's language once {@link load} has run. */
export let m: typeof messages;

export const load = async (): Promise<void> => {
  ({ default: m } = (await import(`../${locale()}/wallet/pay.ts`)) as { default: typeof messages });
};
