import type messages from '../en/wallet/setup';
import { locale } from '../locale';

/** Texts of adding a wallet, of policies and of the signing server, in the page's language once {@link load} has run. */
export let m: typeof messages;

export const load = async (): Promise<void> => {
  ({ default: m } = (await import(`../${locale()}/wallet/setup.ts`)) as { default: typeof messages });
};
