import type messages from '../en/wallet/outputImport';
import { locale } from '../locale';

/** Texts of outputs imported into a wallet, in the page's language once {@link load} has run. */
export let m: typeof messages;

export const load = async (): Promise<void> => {
  ({ default: m } = (await import(`../${locale()}/wallet/outputImport.ts`)) as { default: typeof messages });
};
