import type messages from '../en/renter/maintenance';
import { locale } from '../locale';

/** Texts of maintenance of the renter. */
export let m: typeof messages;

export const load = async (): Promise<void> => {
  ({ default: m } = (await import(`../${locale()}/renter/maintenance.ts`)) as { default: typeof messages });
};
