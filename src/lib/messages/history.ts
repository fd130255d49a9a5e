import type messages from './en/history';
import { locale } from './locale';

/** Texts about values recorded over time, in the page's language once {@link load} has run. */
export let m: typeof messages;

export const load = async (): Promise<void> => {
  ({ default: m } = (await import(`./${locale()}/history.ts`)) as { default: typeof messages });
};
