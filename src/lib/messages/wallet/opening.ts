import type messages from '../en/wallet/opening';
import { locale } from '../locale';

/** Texts about the wallets of this browser being opened, in the page's language once {@link load} has run. */
export let m: typeof messages;

export const load = async (): Promise<void> => {
  ({ default: m } = (await import(`../${locale()}/wallet/opening.ts`)) as { default: typeof messages });
};
