import type messages from './en/ui';
import { locale } from './locale';

/** Texts of the frame and of all components, in the page's language once {@link load} has run. */
export let m: typeof messages;

export const load = async (): Promise<void> => {
  ({ default: m } = (await import(`./${locale()}/ui.ts`)) as { default: typeof messages });
};
