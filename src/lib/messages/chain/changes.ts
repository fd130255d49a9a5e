import type messages from '../en/chain/changes';
import { locale } from '../locale';

/** Texts of the page of consensus changes, in the page's language once {@link load} has run. */
export let m: typeof messages;

export const load = async (): Promise<void> => {
  ({ default: m } = (await import(`../${locale()}/chain/changes.ts`)) as { default: typeof messages });
};
