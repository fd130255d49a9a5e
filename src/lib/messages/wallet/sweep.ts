import type messages from '../en/wallet/sweep';
import { locale } from '../locale';

/** Texts of emptying another wallet into this one, in the page's language once {@link load} has run. */
export let m: typeof messages;

export const load = async (): Promise<void> => {
  ({ default: m } = (await import(`../${locale()}/wallet/sweep.ts`)) as { default: typeof messages });
};
