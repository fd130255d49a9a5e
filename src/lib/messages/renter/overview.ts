import type messages from '../en/renter/overview';
import { locale } from '../locale';

/** Texts of the pages of the renter: navigation, spending, period and estimate. */
export let m: typeof messages;

export const load = async (): Promise<void> => {
  ({ default: m } = (await import(`../${locale()}/renter/overview.ts`)) as { default: typeof messages });
};
