import type messages from '../en/daemon/page';
import { locale } from '../locale';

/** Texts of the Daemon page but for its constants, in the page's language once {@link load} has run. */
export let m: typeof messages;

export const load = async (): Promise<void> => {
  ({ default: m } = (await import(`../${locale()}/daemon/page.ts`)) as { default: typeof messages });
};
