import type messages from '../en/shell/notifications';
import { locale } from '../locale';

/** Texts of the inbox and of notifications, in the page's language once {@link load} has run. */
export let m: typeof messages;

export const load = async (): Promise<void> => {
  ({ default: m } = (await import(`../${locale()}/shell/notifications.ts`)) as { default: typeof messages });
};
