import type messages from './en/miningHistory';
import { locale } from './locale';

/** Texts about the history of mining, in the page's language once {@link load} has run. */
export let m: typeof messages;

export const load = async (): Promise<void> => {
  ({ default: m } = (await import(`./${locale()}/miningHistory.ts`)) as { default: typeof messages });
};
