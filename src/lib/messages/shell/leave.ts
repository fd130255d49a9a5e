import type messages from '../en/shell/leave';
import { locale } from '../locale';

/** Texts of the questions before mining is stopped, and of a node that was, in the page's language once {@link load} has run. */
export let m: typeof messages;

export const load = async (): Promise<void> => {
  ({ default: m } = (await import(`../${locale()}/shell/leave.ts`)) as { default: typeof messages });
};
