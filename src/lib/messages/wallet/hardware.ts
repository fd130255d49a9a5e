import type messages from '../en/wallet/hardware';
import { locale } from '../locale';

/** Texts of hardware devices, in the page's language once {@link load} has run. */
export let m: typeof messages;

export const load = async (): Promise<void> => {
  ({ default: m } = (await import(`../${locale()}/wallet/hardware.ts`)) as { default: typeof messages });
};
