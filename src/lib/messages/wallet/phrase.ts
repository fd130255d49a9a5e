import type messages from '../en/wallet/phrase';
import { locale } from '../locale';

/** Texts about recovery words that are not confirmed yet, in the page's language once {@link load} has run. */
export let m: typeof messages;

export const load = async (): Promise<void> => {
  ({ default: m } = (await import(`../${locale()}/wallet/phrase.ts`)) as { default: typeof messages });
};
