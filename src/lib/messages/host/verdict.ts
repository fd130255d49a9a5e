import type messages from '../en/host/verdict';
import { locale } from '../locale';

/** The state of a host in two words, on its own page and on the overview. */
export let m: typeof messages;

export const load = async (): Promise<void> => {
  ({ default: m } = (await import(`../${locale()}/host/verdict.ts`)) as { default: typeof messages });
};
