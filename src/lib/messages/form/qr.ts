import type messages from '../en/form/qr';
import { locale } from '../locale';

/** Texts of QR codes and of the camera, in the page's language once {@link load} has run. */
export let m: typeof messages;

export const load = async (): Promise<void> => {
  ({ default: m } = (await import(`../${locale()}/form/qr.ts`)) as { default: typeof messages });
};
