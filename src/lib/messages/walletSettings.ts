import type messages from './en/walletSettings';
import { locale } from './locale';

/** Texts of a wallet's settings, in the page's language once {@link load} has run. */
export let m: typeof messages;

export const load = async (): Promise<void> => {
  ({ default: m } = (await import(`./${locale()}/walletSettings.ts`)) as { default: typeof messages });
};
