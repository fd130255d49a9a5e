import type messages from '../en/shell/glossary';
import { locale } from '../locale';

/** The glossary, in the page's language once {@link load} has run. */
export let m: typeof messages;

/** A term that pages explain where it stands. */
export type TermName = keyof typeof messages.terms;

export const load = async (): Promise<void> => {
  ({ default: m } = (await import(`../${locale()}/shell/glossary.ts`)) as { default: typeof messages });
};
