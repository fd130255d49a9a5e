import type messages from '../en/host/contracts';
import { locale } from '../locale';

/** Texts of the list of contracts of the host, and of one contract. */
export let m: typeof messages;

export const load = async (): Promise<void> => {
  ({ default: m } = (await import(`../${locale()}/host/contracts.ts`)) as { default: typeof messages });
};
