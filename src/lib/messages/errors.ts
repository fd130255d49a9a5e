import type messages from './en/errors';
import { locale } from './locale';

/** What errors mean to people, in the page's language once {@link load} has run: with the first error that is shown. */
export let m: typeof messages;

export const load = async (): Promise<void> => {
  ({ default: m } = (await import(`./${locale()}/errors.ts`)) as { default: typeof messages });
};
