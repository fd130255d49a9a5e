import type messages from '../en/renter/backups';
import { locale } from '../locale';

/** Texts of backups of the renter. */
export let m: typeof messages;

export const load = async (): Promise<void> => {
  ({ default: m } = (await import(`../${locale()}/renter/backups.ts`)) as { default: typeof messages });
};
