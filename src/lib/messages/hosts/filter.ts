import { excerpt } from '$lib/codec/visibleText';
import type { DraftProblems } from '$lib/services/hostdb/filterDraft';
import type messages from '../en/hosts/filter';
import { locale } from '../locale';

/** Texts of the filter of hosts. */
export let m: typeof messages;

export const load = async (): Promise<void> => {
  ({ default: m } = (await import(`../${locale()}/hosts/filter.ts`)) as { default: typeof messages });
};

/** What is wrong with a list of the filter; of several entries the first is quoted. */
export function listProblem(problem: DraftProblems['hosts'] | DraftProblems['netAddresses']): string | undefined {
  if (problem === undefined) return undefined;
  if (!('entries' in problem)) return m.problems[problem.code];
  const [first = '', ...others] = problem.entries;
  const entry = excerpt(first);
  if (others.length === 0) return m.problems[problem.code](entry);
  return m.problems[problem.code === 'invalidKeys' ? 'moreInvalidKeys' : 'moreInvalidAddresses'](entry, others.length);
}
