import type messages from './en/speedLimits';
import { locale } from './locale';

/** Texts about the speed limits of a node, in the page's language once {@link load} has run. */
export let m: typeof messages;

export const load = async (): Promise<void> => {
  ({ default: m } = (await import(`./${locale()}/speedLimits.ts`)) as { default: typeof messages });
};
