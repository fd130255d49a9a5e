import type messages from '../en/wallet/contacts';
import { locale } from '../locale';

/** Texts of the address book, in the page's language once {@link load} has run. */
export let m: typeof messages;

export const load = async (): Promise<void> => {
  ({ default: m } = (await import(`../${locale()}/wallet/contacts.ts`)) as { default: typeof messages });
};
