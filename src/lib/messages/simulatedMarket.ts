import type messages from './en/simulatedMarket';
import { locale } from './locale';

/** Texts about the storage market that the embedded node simulates, in the page's language once {@link load} has run. */
export let m: typeof messages;

export const load = async (): Promise<void> => {
  ({ default: m } = (await import(`./${locale()}/simulatedMarket.ts`)) as { default: typeof messages });
};
