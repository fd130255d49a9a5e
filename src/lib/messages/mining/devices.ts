import type messages from '../en/mining/devices';
import { locale } from '../locale';

/** Texts about the devices that mine and their electricity, in the page's language once {@link load} has run. */
export let m: typeof messages;

export const load = async (): Promise<void> => {
  ({ default: m } = (await import(`../${locale()}/mining/devices.ts`)) as { default: typeof messages });
};
