import type messages from '../en/renter/allowance';
import { locale } from '../locale';

/** Texts of the form of the allowance. */
export let m: typeof messages;

export const load = async (): Promise<void> => {
  ({ default: m } = (await import(`../${locale()}/renter/allowance.ts`)) as { default: typeof messages });
};
