import type messages from '../en/shell/payee';
import { locale } from '../locale';

/** Texts of the choice of a payee before mining, in the page's language once {@link load} has run. */
export let m: typeof messages;

export const load = async (): Promise<void> => {
  ({ default: m } = (await import(`../${locale()}/shell/payee.ts`)) as { default: typeof messages });
};
