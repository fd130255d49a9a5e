import type messages from '../en/host/storage';
import { locale } from '../locale';

/** Texts of the storage folders of the host and their dialogs. */
export let m: typeof messages;

export const load = async (): Promise<void> => {
  ({ default: m } = (await import(`../${locale()}/host/storage.ts`)) as { default: typeof messages });
};
