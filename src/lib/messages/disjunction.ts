import { intlTag } from './locale';

/** Any of them: "a, b or c". */
export const formatDisjunction = (items: readonly string[]): string =>
  new Intl.ListFormat(intlTag(), { type: 'disjunction' }).format(items);
