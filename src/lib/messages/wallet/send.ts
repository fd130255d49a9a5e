import type messages from '../en/wallet/send';
import { locale } from '../locale';

/** Texts of the Send page, in the page's language once {@link load} has run. */
export let m: typeof messages;

export const load = async (): Promise<void> => {
  ({ default: m } = (await import(`../${locale()}/wallet/send.ts`)) as { default: typeof messages });
};
