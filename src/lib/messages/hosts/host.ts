import type messages from '../en/hosts/host';
import { locale } from '../locale';

/** Texts of the page of one host. */
export let m: typeof messages;

export const load = async (): Promise<void> => {
  ({ default: m } = (await import(`../${locale()}/hosts/host.ts`)) as { default: typeof messages });
};
