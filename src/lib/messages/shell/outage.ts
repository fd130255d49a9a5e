import type messages from '../en/shell/outage';
import { locale } from '../locale';

/** Texts about a server that does not respond and about new versions, in the page's language once {@link load} has run. */
export let m: typeof messages;

export const load = async (): Promise<void> => {
  ({ default: m } = (await import(`../${locale()}/shell/outage.ts`)) as { default: typeof messages });
};
