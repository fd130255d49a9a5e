import type messages from '../en/wallet/message';
import { locale } from '../locale';

/** Texts of signing and verifying messages, in the page's language once {@link load} has run. */
export let m: typeof messages;

export const load = async (): Promise<void> => {
  ({ default: m } = (await import(`../${locale()}/wallet/message.ts`)) as { default: typeof messages });
};
