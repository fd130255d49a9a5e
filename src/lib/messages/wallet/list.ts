import type messages from '../en/wallet/list';
import { locale } from '../locale';

/** Texts of the list of wallets, of what is added to it and of backups, in the page's language once {@link load} has run. */
export let m: typeof messages;

export const load = async (): Promise<void> => {
  ({ default: m } = (await import(`../${locale()}/wallet/list.ts`)) as { default: typeof messages });
};
