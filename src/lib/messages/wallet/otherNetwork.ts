import type messages from '../en/wallet/otherNetwork';
import { locale } from '../locale';

/** Texts about wallets of another chain than the server's, in the page's language once {@link load} has run. */
export let m: typeof messages;

export const load = async (): Promise<void> => {
  ({ default: m } = (await import(`../${locale()}/wallet/otherNetwork.ts`)) as { default: typeof messages });
};
