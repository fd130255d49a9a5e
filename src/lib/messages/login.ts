import type messages from './en/login';
import { locale } from './locale';

/** Texts of the sign-in page, in the page's language once {@link load} has run. */
export let m: typeof messages;

export const load = async (): Promise<void> => {
  ({ default: m } = (await import(`./${locale()}/login.ts`)) as { default: typeof messages });
};
